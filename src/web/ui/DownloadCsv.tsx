import { type CsvCell, csvText } from '#shared/csv.ts'

type Props = { rows: () => readonly (readonly CsvCell[])[]; fileName: string; className?: string }

/** The byte order mark tells spreadsheets that the names are UTF-8. */
const UTF8_MARK = '\uFEFF'

/** A button that saves rows as a file for a spreadsheet. */
export function DownloadCsv({ rows, fileName, className = '' }: Props) {
  const download = () => {
    const blob = new Blob([UTF8_MARK, csvText(rows())], { type: 'text/csv;charset=utf-8' })
    const url = URL.createObjectURL(blob)
    const link = Object.assign(document.createElement('a'), { href: url, download: `${fileName}.csv` })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <button
      type="button"
      onClick={download}
      className={`inline-flex min-h-11 items-center rounded-md px-3 text-sm font-semibold text-mut hover:bg-raise hover:text-ink ${className}`}
    >
      Download CSV
    </button>
  )
}
