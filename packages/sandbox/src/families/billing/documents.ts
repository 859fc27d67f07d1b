/** An invoice as a file: rows for a spreadsheet, and pages to print. */
import type { Operations } from '../../generated/types.ts'
import type { LineItem, Share } from './line-items.ts'
import { writeUsd } from './money.ts'

const columns = [
  'product',
  'resource_uuid',
  'resource_id',
  'group_description',
  'description',
  'amount',
  'duration',
  'duration_unit',
  'start_time',
  'end_time',
  'project_name',
] as const

export function writeCsv(lines: readonly LineItem[]): string {
  const rows = lines.map((line) => columns.map((column) => quote(line[column])).join(','))
  return `${[columns.join(','), ...rows].join('\n')}\n`
}

/** RFC 4180. What a spreadsheet would take for a formula is made text. */
function quote(text: string): string {
  if (!/^[=+@\t\r]|[",\r\n]/.test(text)) return text
  const safe = /^[=+@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const linesOfPage = 46

/** A PDF of as many pages as it takes, in the font that every reader has. */
export function writePdf(summary: Operations['billing_invoices_getSummary']['reply'], shares: readonly Share[]): Uint8Array {
  const rows = [
    `Invoice ${summary.invoice_id} for ${summary.billing_period}`,
    `${summary.user_name}${summary.user_company === '' ? '' : `, ${summary.user_company}`}`,
    summary.user_email,
    '',
    ...shares.map(({ use, hours, amount }) => row(`${use.charge.description}, ${hours} hours`, writeUsd(amount))),
    '',
    row('Products', summary.product_charges.amount),
    row('Overages', summary.overages.amount),
    row('Taxes', summary.taxes.amount),
    row('Credits and corrections', summary.credits_and_adjustments.amount),
    row('Total in US dollars', summary.amount),
  ]
  const pages = Array.from({ length: Math.ceil(rows.length / linesOfPage) }, (_, at) =>
    rows.slice(at * linesOfPage, (at + 1) * linesOfPage),
  )
  return assemble(pages)
}

const row = (left: string, right: string) => `${left.slice(0, 64).padEnd(66)}${right.padStart(14)}`

/** Objects one after the other, then the table of where each begins, in bytes. */
function assemble(pages: readonly (readonly string[])[]): Uint8Array {
  const firstPage = 4
  const kids = pages.map((_, at) => `${firstPage + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((rows, at) => {
      const content = `BT /F1 9 Tf 14 TL 56 780 Td\n${rows.map((each) => `(${escape(each)}) Tj T*`).join('\n')}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${firstPage + at * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const whole = `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(whole, 'latin1'))
}

/** One byte for each character, so that lengths are right. */
function escape(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').replaceAll(/[\\()]/g, '\\$&')
}
