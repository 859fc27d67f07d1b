/** Invoice files: CSV, and a PDF of one page. */
import type { Kinds } from '../../generated/types.ts'
import { formatCsv } from '../../shared/csv.ts'
import type { LineItem } from './line-items.ts'

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

export function formatInvoiceCsv(lines: readonly LineItem[]): string {
  return formatCsv([columns, ...lines.map((line) => columns.map((column) => line[column]))])
}

/** Returns a PDF with the number, the period and the total of the invoice. */
export function formatPdf({ invoice_id: number, invoice_period: period, amount }: Kinds['Invoice']): Uint8Array {
  const content = `BT /F1 12 Tf 56 780 Td (Invoice ${number} for ${period}: total ${amount} US dollars) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  let table = '0000000000 65535 f \n'
  for (const [index, object] of objects.entries()) {
    table += `${String(body.length).padStart(10, '0')} 00000 n \n`
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  return Buffer.from(`${body}xref\n0 6\n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`)
}
