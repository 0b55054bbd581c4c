import { parseArgs } from 'node:util';

export const PARTS = [
  'clear-sqlite',
  'clear-postgres',
  'workers-postgres',
  'card-hash',
  'public-key',
  'pix',
  'http',
  'lists',
  'cut-requests',
  'card-hash-flood',
  'login-flood',
  'picture-flood',
  'receipt-flood',
  'mails-beside-payments',
  'panel-sqlite',
  'panel-postgres',
  'data-size-sqlite',
  'data-size-postgres',
  'long-polls-sqlite',
  'long-polls-postgres',
  'pix-open-codes',
  'pix-open-pages',
  'slow-acquirer',
  'start',
  'primitives',
] as const;
export type Part = (typeof PARTS)[number];

/** They take several minutes each: measured only when `--only` names them. */
export const ONLY_BY_NAME: readonly Part[] = [
  'workers-postgres',
  'mails-beside-payments',
  'panel-sqlite',
  'panel-postgres',
  'data-size-sqlite',
  'data-size-postgres',
  'long-polls-sqlite',
  'long-polls-postgres',
  'pix-open-codes',
  'pix-open-pages',
];

/** What is compared with another version, unless `--only` names other payments. */
const COMPARED: readonly Part[] = ['clear-sqlite', 'clear-postgres'];

export interface Options {
  readonly parts: ReadonlySet<Part>;
  readonly quick: boolean;
  readonly json: boolean;
  /** Sales stored before the panel, or the calls of shops over many sales, are measured. Undefined: as many as usual. */
  readonly sales: number | undefined;
  /** Pages with a code of Pix that are opened. Undefined: as many as usual. */
  readonly pages: number | undefined;
  /** Another version, by its tag, branch or commit: the parts of payments are compared with it, and nothing else is measured. */
  readonly against: string | undefined;
  /** The file that gets a chart of the run. */
  readonly chart: string | undefined;
}

const MAX_SALES = 20_000_000;
const MAX_PAGES = 50_000;

export const USAGE = `npm run bench -- [--quick] [--only NAME …] [--sales N] [--pages N] [--against TAG] [--chart FILE] [--json]
  --quick      short runs: shows that everything works; its figures are meaningless
  --only NAME  one of ${PARTS.join(', ')}; may be repeated. The primitives are always measured.
               Only by name: ${ONLY_BY_NAME.join(', ')}
  --sales N    for panel and data size: sales stored beforehand, instead of a million
  --pages N    for pix-open-pages: pages that are open, instead of 10,000
  --against TAG  compares payments with another version of this repository, instead of measuring the parts
  --chart FILE   writes a chart of the payments' throughput, SVG
  --json       the result as JSON instead of tables
`;

/** Reads the command line. Throws for an option or a name that does not exist. */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      sales: { type: 'string' },
      pages: { type: 'string' },
      against: { type: 'string' },
      chart: { type: 'string' },
    },
  });
  const chosen = values.only.map(readPart);
  const { against, chart } = values;
  const usual = against === undefined ? PARTS.filter((part) => !ONLY_BY_NAME.includes(part)) : COMPARED;
  return {
    parts: new Set(chosen.length > 0 ? chosen : usual),
    quick: values.quick,
    json: values.json,
    sales: readNumber('--sales', values.sales, MAX_SALES),
    pages: readNumber('--pages', values.pages, MAX_PAGES),
    against,
    chart,
  };
}

function readPart(name: string): Part {
  const part = PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`--only ${name}: there is only ${PARTS.join(', ')}`);
  return part;
}

function readNumber(option: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const read = Number(text);
  if (!/^\d+$/.test(text) || read < 1 || read > most)
    throw new Error(`${option} ${text}: give a whole number from 1 to ${most}`);
  return read;
}
