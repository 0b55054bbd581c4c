import { inflateRawSync } from 'node:zlib';

const CENTRAL_ENTRY = 0x02014b50;
const END_OF_ENTRIES = 0x06054b50;
const DEFLATED = 8;
const CELL = /<c r="([A-Z]+)(\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export interface WorkbookCell {
  /** `text` or `number`, as the file says; `empty`. */
  readonly type: 'text' | 'number' | 'empty';
  readonly value: string;
  /** How a number is shown. */
  readonly format: string;
}

/** The cells of the first sheet of a workbook, read from the parts of its archive without the library that wrote it. */
export function cellsOfWorkbook(file: Buffer): readonly (readonly WorkbookCell[])[] {
  const parts = partsOf(file);
  const formats = formatsOf(textOf(parts, 'xl/styles.xml'));
  const rows: WorkbookCell[][] = [];
  for (const [, column = '', row = '', attributes = '', content = ''] of textOf(
    parts,
    'xl/worksheets/sheet1.xml',
  ).matchAll(CELL)) {
    const cells = rows[Number(row) - 1] ?? [];
    rows[Number(row) - 1] = cells;
    const format = formats[Number(/ s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? '';
    const text = / t="inlineStr"/.test(attributes) ? /<t[^>]*>(.*?)<\/t>/s.exec(content)?.[1] : undefined;
    const number = /<v>(.*?)<\/v>/s.exec(content)?.[1];
    const type = text !== undefined ? 'text' : number !== undefined ? 'number' : 'empty';
    cells[indexOf(column)] = { type, value: unescaped(text ?? number ?? ''), format };
  }
  return rows;
}

/** The names and contents of an archive, by its central directory. */
function partsOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || file.readUInt32LE(end) !== END_OF_ENTRIES) throw new Error('no archive');
  const parts = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let entry = 0; entry < file.readUInt16LE(end + 10); entry += 1) {
    if (file.readUInt32LE(at) !== CENTRAL_ENTRY) throw new Error('no entry of an archive');
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const header = file.readUInt32LE(at + 42);
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(at + 20));
    parts.set(name, file.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

function textOf(parts: ReadonlyMap<string, Buffer>, name: string): string {
  const part = parts.get(name);
  if (!part) throw new Error(`the archive has no ${name}`);
  return part.toString('utf8');
}

/** Of each style of the workbook, how it shows numbers. */
function formatsOf(styles: string): readonly string[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id = '', code = '']) => [
      id,
      unescaped(code),
    ]),
  );
  const known = new Map([['0', ''], ['1', '0'], ['4', '#,##0.00'], ['49', '@'], ...own]);
  const cells = /<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '';
  return [...cells.matchAll(/<xf [^>]*numFmtId="(\d+)"/g)].map(([, id = '']) => known.get(id) ?? id);
}

function indexOf(column: string): number {
  return [...column].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function unescaped(text: string): string {
  return text.replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
