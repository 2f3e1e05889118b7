import { itemAt, pick, pickWeighted, type Random, randomBetween } from '#shared/random.ts'

/** A script of names: two lists of words to combine, and what may stand between the words. */
type Script = { name: string; first: readonly string[]; second: readonly string[]; joins: readonly string[] }

const words = (text: string) => text.split(' ')

const latin: Script = {
  name: 'latin',
  first: words(
    'Silent Lucky Turbo Mango Frosty Solar Lunar Rapid Cosmic Paper Cedar Amber Velvet Pixel Sleepy Misty Royal ' +
      'Neon Tiny Mellow Copper Stormy Hidden Salty Rusty Bright',
  ),
  second: words(
    'Otter Falcon Comet Pickle Badger Lantern Anchor Maple Rocket Noodle Heron Walrus Pepper Tiger Acorn Puffin ' +
      'Marble Biscuit Lynx Koala Waffle Glacier Beetle Magpie Ember Gecko',
  ),
  joins: ['', ' ', '_', '.', ' ', '-', ''],
}

/** Scripts by name. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  latin,
  german: {
    ...latin,
    first: words('Kleiner Müder Wilder Schneller Grüner Großer Süßer Früher Blauer'),
    second: words('Igel Bär Löwe Käfer Möwe Dachs Apfelbaum Frühling Kürbis Fuchs'),
  },
  french: {
    ...latin,
    first: words('Petit Rêve Étoile Forêt Léger Doré Brave Joyeux Côté'),
    second: words('Écureuil Renard Lumière Dé Château Noël Été Hérisson Mûre'),
  },
  spanish: {
    ...latin,
    first: words('Señor Pequeño Rápido Bravo Limón Río Café Corazón Niño'),
    second: words('Cóndor Búho Ratón Piña Montaña Camión Delfín Águila Sandía'),
  },
  portuguese: {
    ...latin,
    first: words('Irmão Coração Verão Praia Sol Mar Doce Maçã'),
    second: words('Tubarão Leão Avião Onça Pão Feijão Jabuti Trovão'),
  },
  turkish: {
    ...latin,
    first: words('Küçük Güneş Yıldız Hızlı Mavi Gümüş Deniz Işık'),
    second: words('Şahin Kaplan Gölge Fırtına Çınar Kuş Ağaç İnci'),
  },
  polish: {
    ...latin,
    first: words('Zielony Mały Złoty Druhá Žlutý Świetny Łąka Říční'),
    second: words('Żółw Wiewiór Jeż Liška Šíp Ślimak Čáp Gęś'),
  },
  cyrillic: {
    name: 'cyrillic',
    first: words('Тихий Быстрый Лунный Северный Дикий Синий Яркий Снежный'),
    second: words('Лис Ветер Кедр Ёж Кот Медведь Филин Гром'),
    joins: ['', ' ', '_'],
  },
  greek: {
    name: 'greek',
    first: words('Μικρός Γρήγορος Χρυσός Μπλε'),
    second: words('Ήλιος Άνεμος Λύκος Αετός'),
    joins: [' ', ''],
  },
  arabic: {
    name: 'arabic',
    first: words('نجم قمر صقر بحر نسيم ورد'),
    second: words('الليل الشمال الربيع السماء الصحراء'),
    joins: [' '],
  },
  hebrew: { name: 'hebrew', first: words('כוכב ירח רוח גל'), second: words('כחול שקט מהיר זהוב'), joins: [' '] },
  devanagari: {
    name: 'devanagari',
    first: words('नीला तेज़ छोटा चाँद'),
    second: words('बादल मोर तारा शेर'),
    joins: [' ', ''],
  },
  han: {
    name: 'han',
    first: words('星 月 云 山 风 竹 雪'),
    second: words('河 光 海 影 林 狐 鹤'),
    joins: ['', '丶', '·'],
  },
  kana: {
    name: 'kana',
    first: words('ねこ ひかり そら さくら ゆき もち'),
    second: words('まる タロウ かぜ ほし ラーメン いぬ'),
    joins: ['', 'の', '・'],
  },
  hangul: {
    name: 'hangul',
    first: words('별빛 푸른 작은 빠른 달콤한'),
    second: words('호랑이 구름 바다 토끼 여우'),
    joins: ['', ' '],
  },
  thai: { name: 'thai', first: words('ดาว ฟ้า ลม'), second: words('น้อย ใส เย็น'), joins: [''] },
}

const EMOJI = words('🌸 🍋 🔥 ⚡ 🦊 🐸 🖤 ✨ 🧊 🌙 🍉 🐧 💫 🥏 👾 🌵 ❤️‍🔥 🏴‍☠️ 🇨🇦 🇫🇷 🇧🇷 🇯🇵 ♱ ❦ ↯ ツ')

/** UTF-16 units of the longest name (docs/game-api.md#names). */
export const NAME_LENGTH = 26

type Ornament = { weight: number; apply: (name: string, random: Random) => string }

const SMALL_A = 'a'.charCodeAt(0)

/** Decorations of names; their weights are the shares among real names. */
const ORNAMENTS: readonly Ornament[] = [
  { weight: 42, apply: (name) => name },
  { weight: 12, apply: (name, random) => `${name}${randomBetween(random, 1, 2015)}` },
  { weight: 8, apply: (name) => name.toLowerCase() },
  { weight: 14, apply: (name, random) => `${name}${pick(random, EMOJI)}` },
  { weight: 4, apply: (name, random) => `${pick(random, EMOJI)}${name}${pick(random, EMOJI)}` },
  { weight: 4, apply: (name, random) => `${pick(random, ['ZK', 'MX', 'QT', 'VR'])}|${name}` },
  { weight: 3, apply: (name, random) => `<c${randomBetween(random, 0, 9)}>${name}</c>` },
  { weight: 1, apply: (name, random) => `QT|<c${randomBetween(random, 0, 9)}>${name}` },
  { weight: 1, apply: (name) => `${name}<3` },
  { weight: 1, apply: (name) => `<${name}>` },
  { weight: 1, apply: (name) => `${name}&co` },
  { weight: 1, apply: (name) => `"${name}"` },
  { weight: 2, apply: mathematicalBold },
  { weight: 0.4, apply: (name) => `${name}\u2060` },
  { weight: 0.3, apply: () => '\u2800'.repeat(15) },
]

/** A player's name in one of the given scripts: one or two words, often decorated; never empty, at most 26 UTF-16 units. */
export function playerName(random: Random, scripts: readonly string[]): string {
  const plain = combineParts(random, scriptNamed(pick(random, scripts)))
  const decorated = pickWeighted(random, ORNAMENTS).apply(plain, random)
  return decorated.length <= NAME_LENGTH ? decorated : plain.slice(0, NAME_LENGTH).trim()
}

function scriptNamed(name: string): Script {
  const script = SCRIPTS[name]
  if (script === undefined) throw new RangeError(`no script named ${name}`)
  return script
}

function combineParts(random: Random, script: Script): string {
  if (random() < 0.35) return pick(random, random() < 0.5 ? script.first : script.second)
  return pick(random, script.first) + pick(random, script.joins) + pick(random, script.second)
}

/** The first Latin word in mathematical bold letters, as some players write; two UTF-16 units each. */
function mathematicalBold(name: string): string {
  const word = itemAt(name.toLowerCase().split(/[^a-z]/), 0)
  if (word === '') return name
  return [...word].map((letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - SMALL_A)).join('')
}

const GROUPS = ['Crew', 'Club', 'Squad', 'Team', 'Guild', 'United', 'Academy', 'Circle', 'Elite']

const DESCRIPTIONS = [
  '',
  'Friendly and active club. Everybody helps everybody!',
  '🔥 Active club | min. 5 wins a week | be kind 🔥',
  'No inactive players, 7 days = kick ',
  'Ranked & ladder | voice chat on Saturdays | 15+',
  'Rentoa porukkaa, tervetuloa! 🇫🇮',
  'Hledáme aktivní hráče 🇨🇿 | info u prezidenta',
  'Familia primero 💛 buscamos gente activa',
  '初心者歓迎！毎日ログインお願いします🌸',
  'نرحب بالجميع 🌙',
  'Играем каждый вечер, новичкам помогаем',
  'Push to 100k each 🏆 <c4>GL HF</c>',
]

const FORMS = [
  (word: string) => word,
  (word: string, random: Random) => `${word} ${pick(random, GROUPS)}`,
  (word: string, random: Random) => `${word}${pick(random, EMOJI)}`,
  (word: string, random: Random) => `<c${randomBetween(random, 0, 9)}>${word}</c>`,
  (word: string, random: Random) => `${pick(random, GROUPS)} ${word} ${randomBetween(random, 2, 9)}`,
] as const

/** A club's name in one of the given scripts, sometimes with an emoji or colour markup. */
export function clubName(random: Random, scripts: readonly string[]): string {
  const script = scriptNamed(pick(random, scripts))
  return pick(random, FORMS)(pick(random, random() < 0.5 ? script.first : script.second), random)
}

/** A club's description as presidents write them: empty, with a trailing space, with emoji, in other languages. */
export function clubDescription(random: Random): string {
  return pick(random, DESCRIPTIONS)
}
