/** How a kind of receipt printer is driven (`impressoraTemplate`). Commands are byte values separated by `;`. */
export interface PrinterTemplate {
  readonly id: number;
  readonly name: string;
  readonly columns: number;
  /** Blank lines before and after the content. */
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly commandBefore: string;
  readonly commandAfter: string;
}

const SELECT_FONT = '27;64;27;33;1';
const CUT = '29;86;1';

/** The two widths of paper that receipt printers take. */
export const WIDE_TEMPLATE = template({ id: 1, name: 'Bobina de 80 mm', columns: 48 });
const NARROW_TEMPLATE = template({ id: 2, name: 'Bobina de 58 mm', columns: 32 });
export const PRINTER_TEMPLATES: readonly PrinterTemplate[] = [WIDE_TEMPLATE, NARROW_TEMPLATE];

function template(given: Pick<PrinterTemplate, 'id' | 'name' | 'columns'>): PrinterTemplate {
  return { ...given, linesBefore: 0, linesAfter: 4, commandBefore: SELECT_FONT, commandAfter: CUT };
}

/** A printer of a person (`Impressora`); terminals name it by its id. */
export interface Printer {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  readonly templateId: number;
}

export function templateOf({ templateId }: Pick<Printer, 'templateId'>): PrinterTemplate {
  return PRINTER_TEMPLATES.find(({ id }) => id === templateId) ?? WIDE_TEMPLATE;
}
