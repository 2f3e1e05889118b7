/** The default theme's background (web/palettes.css). */
const BACKGROUND = '#082032'

/** The web app manifest: what the site is called, and how it looks, where somebody installs it. */
export const MANIFEST = {
  id: '/',
  name: 'Delphin',
  short_name: 'Delphin',
  description: 'Trophy history, activity and member form for clubs and players of Brawl Stars.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: BACKGROUND,
  theme_color: BACKGROUND,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} as const
