/** A script people write names in: two word lists to combine, and what stands between the words. */
export type Script = { name: string; first: readonly string[]; second: readonly string[]; joins: readonly string[] }

const words = (text: string) => text.split(' ')

const latin: Script = {
  name: 'latin',
  first: words(
    'Silent Lucky Turbo Mango Frosty Solar Lunar Rapid Cosmic Paper Cedar Amber Velvet Pixel Sleepy Misty Royal Neon Tiny Mellow Copper Stormy Hidden Salty Rusty Bright',
  ),
  second: words(
    'Otter Falcon Comet Pickle Badger Lantern Anchor Maple Rocket Noodle Heron Walrus Pepper Tiger Acorn Puffin Marble Biscuit Lynx Koala Waffle Glacier Beetle Magpie Ember Gecko',
  ),
  joins: ['', ' ', '_', '.', ' ', '-', ''],
}

/** Scripts by name; a country draws from some of them. */
export const SCRIPTS: Readonly<Record<string, Script>> = {
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

export const EMOJI = words('🌸 🍋 🔥 ⚡ 🦊 🐸 🖤 ✨ 🧊 🌙 🍉 🐧 💫 🥏 👾 🌵 ❤️‍🔥 🏴‍☠️ 🇨🇦 🇫🇷 🇧🇷 🇯🇵 ♱ ❦ ↯ ツ')
