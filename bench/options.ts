import { parseArgs } from 'node:util';

export const PARTS = [
  'clear-sqlite',
  'clear-postgres',
  'card-hash',
  'public-key',
  'http',
  'lists',
  'cut-requests',
  'card-hash-flood',
  'login-flood',
  'picture-flood',
  'panel',
  'primitives',
] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  readonly parts: ReadonlySet<Part>;
  readonly quick: boolean;
  readonly json: boolean;
}

export const USAGE = `npm run bench -- [--quick] [--only NAME …] [--json]
  --quick      short runs: shows that everything works; its figures are meaningless
  --only NAME  one of ${PARTS.join(', ')}; may be repeated. The primitives are always measured
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
    },
  });
  const chosen = values.only.map(readPart);
  return { parts: new Set(chosen.length > 0 ? chosen : PARTS), quick: values.quick, json: values.json };
}

function readPart(name: string): Part {
  const part = PARTS.find((known) => known === name);
  if (part === undefined) throw new Error(`--only ${name}: there is only ${PARTS.join(', ')}`);
  return part;
}
