import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Rules that take time, chance and data as arguments, and whose tests therefore load little more than them. */
const PURE = [
  ...['transaction', 'attempt', 'movement', 'movement-results', 'case', 'return-url'].map(
    (file) => `src/gateway/transactions/rules/${file}.ts`,
  ),
  'src/gateway/kinds/card/sale/card-sale.ts',
  'src/gateway/http/addresses.ts',
  'src/gateway/transactions/movements/plan.ts',
  'src/gateway/transactions/idempotency/key.ts',
  ...['numbers/brand', 'numbers/card-number', 'card-hash', 'card-hash-contents'].map(
    (file) => `src/gateway/card-data/${file}.ts`,
  ),
  ...['postback', 'receiver-health', 'receiver-limiter', 'plan-round'].map(
    (file) => `src/gateway/postbacks/${file}.ts`,
  ),
  'src/platform/addresses/network-addresses.ts',
  'src/platform/addresses/receiver-url.ts',
  'src/accounts/persons/record/permission.ts',
  'src/accounts/persons/record/person.ts',
  'src/accounts/persons/record/document.ts',
  'src/operations/quantity.ts',
  'src/operations/sales/record/sale.ts',
  'src/operations/sales/selling/price-items.ts',
  'src/operations/orders/order.ts',
] as const;

const WORLD =
  /^(?:node:)?(?:fs|http|https|net|child_process|worker_threads|sqlite|timers)(?:\/|$)|^(?:pg|kysely|fastify)$/;
/** What a person can read before lunch. */
const MOST_FILES = 40;
/** `net` tells also what an address is. */
const JUDGES_ADDRESSES = /^import \{ isIP \} from 'node:net';$/m;

/** An import or export of values: of types alone nothing is loaded. */
const LOADED = /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)\s*from\s+)?'([^']+)';/gm;

/**
 * Pure files that load what touches the world, by whatever way, or more than a few files. Dependency-cruiser's
 * `reachable` would follow imports of types too, which load nothing.
 */
export function impureFiles(
  files: readonly string[] = PURE,
  read: (path: string) => string | undefined = (path) =>
    existsSync(path) ? readFileSync(path, 'utf8') : undefined,
): readonly string[] {
  return files.flatMap((file) => {
    if (read(file) === undefined) return [`${file} is named as pure, but is not there`];
    const { loaded, world } = loadedBy(file, read);
    if (world !== undefined) return [`${file} is a pure rule, and loads ${world}`];
    return loaded > MOST_FILES ? [`${file} is a pure rule, and loads ${loaded} files`] : [];
  });
}

function loadedBy(
  file: string,
  read: (path: string) => string | undefined,
): { readonly loaded: number; readonly world?: string } {
  const ways = new Map([[file, file]]);
  for (const [path, way] of ways) {
    const text = read(path) ?? '';
    for (const target of importsOf(text)) {
      if (!target.startsWith('.')) {
        if (WORLD.test(target) && !(target === 'node:net' && JUDGES_ADDRESSES.test(text)))
          return { loaded: ways.size, world: `${way} → ${target}` };
        continue;
      }
      const to = posix.join(posix.dirname(path), target);
      if (!ways.has(to)) ways.set(to, `${way} → ${to}`);
    }
  }
  return { loaded: ways.size };
}

function importsOf(text: string): readonly string[] {
  return [...text.matchAll(LOADED)].flatMap(([, names = '', target = '']) => {
    const listed = /^\{(.*)\}$/s.exec(names)?.[1]?.split(',') ?? [];
    const types = listed.map((name) => name.trim()).filter((name) => name !== '');
    const loadsNothing = types.length > 0 && types.every((name) => name.startsWith('type '));
    return loadsNothing ? [] : [target];
  });
}
