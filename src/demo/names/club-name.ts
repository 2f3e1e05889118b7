import { between, pick, type Random } from '../world/random.ts'
import { scriptNamed } from './player-name.ts'
import { EMOJI } from './words.ts'

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
  (word: string, random: Random) => `<c${between(random, 0, 9)}>${word}</c>`,
  (word: string, random: Random) => `${pick(random, GROUPS)} ${word} ${between(random, 2, 9)}`,
] as const

/** A club's name in one of the given scripts; now and then with an emoji or colour markup. */
export function clubName(random: Random, scripts: readonly string[]): string {
  const script = scriptNamed(pick(random, scripts))
  return pick(random, FORMS)(pick(random, random() < 0.5 ? script.first : script.second), random)
}

/** Free text as presidents write it: empty, a trailing space, emoji, separators, other languages. */
export function clubDescription(random: Random): string {
  return pick(random, DESCRIPTIONS)
}
