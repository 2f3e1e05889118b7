import { type CsvCell, csvText } from '#shared/csv.ts'
import { TEXT_BUTTON } from './Button.tsx'

type Props = {
  rows: () => readonly (readonly CsvCell[])[]
  /** Without its ending. */
  fileName: string
  className?: string
}

/** The byte order mark tells spreadsheets that the text is UTF-8. */
const UTF8_MARK = '\uFEFF'

/** A button that saves rows as a CSV file for a spreadsheet. */
export function DownloadCsv({ rows, fileName, className = '' }: Props) {
  const download = () => {
    const blob = new Blob([UTF8_MARK, csvText(rows())], { type: 'text/csv;charset=utf-8' })
    const url = URL.createObjectURL(blob)
    const link = Object.assign(document.createElement('a'), { href: url, download: `${fileName}.csv` })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <button type="button" onClick={download} className={`${TEXT_BUTTON} ${className}`}>
      Download CSV
    </button>
  )
}
