import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import { newRecordId } from '../interface/new-record.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { PRINTER_TEMPLATES, type Printer, WIDE_TEMPLATE } from './printer.ts';
import { findPrinter, putPrinter } from './store.ts';
import type { PrintingTables } from './tables.ts';

export interface PrinterToSave {
  readonly personId: number;
  /** Undefined: a new one. */
  readonly id: number | undefined;
  readonly name: string;
  /** Undefined: as it is; of a new one, the first template. */
  readonly templateId: number | undefined;
}

/** Adds a printer, or edits the one with the id. Refusals: not_found, value_invalid, records_exceeded. */
export async function savePrinter(
  database: Database,
  { personId, id, name, templateId }: PrinterToSave,
  written: Written<Printer>,
): Promise<Printer> {
  if (templateId !== undefined && !PRINTER_TEMPLATES.some((known) => known.id === templateId)) {
    throw operationRefuse('value_invalid', {
      field: 'templateId',
      message: 'O campo {templateId} deve ser 1 (80 mm) ou 2 (58 mm).',
    });
  }
  return database.write(async (transaction) => {
    const tables = transaction.tables<PrintingTables>();
    const known = id === undefined ? undefined : await findPrinter(tables, personId, id);
    if (id !== undefined && !known) throw operationRefuse('not_found');
    const printer: Printer = {
      id: known?.id ?? (await newRecordId(transaction, 'printer', personId)),
      personId,
      name,
      templateId: templateId ?? known?.templateId ?? WIDE_TEMPLATE.id,
    };
    await putPrinter(tables, printer);
    await written(transaction, printer);
    return printer;
  });
}
