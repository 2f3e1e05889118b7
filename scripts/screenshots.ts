// Pictures of every page, in three themes and at two widths, from a running Delphin.
// npm run screenshots [-- --url http://127.0.0.1:3000 --folder data/screenshots --only club,player --first-screen]
import { parseArgs } from 'node:util'
import { pagesToShow } from './screenshots/pages.ts'
import { signIn } from './screenshots/sign-in.ts'
import { statesToShow } from './screenshots/states.ts'
import { takePictures } from './screenshots/take-pictures.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    folder: { type: 'string', default: 'data/screenshots' },
    only: { type: 'string' },
    'first-screen': { type: 'boolean', default: false },
  },
})
const { url, folder } = values

type Tags = { example_club_tag: string; example_player_tag: string }
const { example_club_tag, example_player_tag } = (await (await fetch(`${url}/api/site`)).json()) as Tags
const wanted = values.only?.split(',')
const all = [...pagesToShow(example_club_tag, example_player_tag), ...statesToShow(example_club_tag)]
const pages = all.filter(({ name }) => wanted?.includes(name) ?? true)
// A site lets one address make few accounts an hour.
const token = pages.some(({ signedIn }) => signedIn) ? await signIn(url) : ''
const wish = { url, folder, pages, token, wholePage: !values['first-screen'] }
const count = await takePictures(wish)
console.log(`${count} pictures in ${folder}`)
