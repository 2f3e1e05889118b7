// Lighthouse on the pages of the production build, mobile, median of 3: performance >= 95, accessibility and best
// practices 100, SEO >= 95. Profiles have noindex, which lowers their SEO score. Downloads Lighthouse with npm.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from '#test/e2e/start-product.ts'
import { findChromium } from '../scripts/prepare/find-program.mjs'
import { pagesOf } from './page-speed/load-page.ts'
import { median, writeResult } from './results.ts'

const ROUNDS = 3
const LIGHTHOUSE = 'lighthouse@12.8.2'
const FLAGS =
  '--no-sandbox --headless=new --disable-gpu --disable-quic --no-first-run --disable-background-networking' +
  ' --disable-component-update --disable-sync'

type Report = {
  categories: Record<string, { title: string; score: number | null }>
  audits: Record<string, { title: string; score: number | null }>
}

const folder = mkdtempSync(join(tmpdir(), 'delphin-lighthouse-'))
const site = await startSite({ NODE_ENV: 'production', DEMO_CLUBS: '60', PUBLIC_URL: 'https://delphin.example' })
const rows = []
try {
  for (const { name, path } of await pagesOf(site.url)) {
    const reports = Array.from({ length: ROUNDS }, (_, round) => run(site.url + path, join(folder, `${round}.json`)))
    const titles = Object.entries(reports[0]?.categories ?? {})
    const scores = titles.map(([id, { title }]) => [
      title,
      median(reports.map((report) => 100 * (report.categories[id]?.score ?? 0))),
    ])
    rows.push({ page: name, ...Object.fromEntries(scores) })
    console.log(name, failed(reports[0]))
  }
  console.table(rows)
  writeResult('lighthouse', { load: loadavg()[0], rows })
} finally {
  await site.stop()
}

function run(url: string, file: string): Report {
  const options = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${FLAGS}`]
  const env = {
    CHROME_PATH: findChromium() ?? 'chromium',
    PATH: [process.execPath.replace(/\/node$/, ''), '/usr/bin', '/bin'].join(':'),
  }
  const { status, stderr } = spawnSync('npm', ['exec', '--yes', '--', LIGHTHOUSE, url, ...options], {
    env: { ...env, HOME: tmpdir() },
  })
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}: ${stderr}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

function failed(report: Report | undefined): string[] {
  const audits = Object.values(report?.audits ?? {})
  return audits.filter(({ score }) => score !== null && score < 0.9).map(({ title }) => title)
}
