import { parseAst } from 'rolldown/parseAst';
import type { SourceFile } from './source-files.ts';

/** More lines than this nobody reads on one screen and a turn of the wheel. */
const MOST_LINES = 100;

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

interface Found {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Functions that stand in no other function, and have too many lines; tests do not count. */
export function longFunctions(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => !/\.test\.tsx?$|\/test-[^/]*$/.test(path))
    .flatMap(({ path, text }) => {
      const lang = path.endsWith('.tsx') ? 'tsx' : 'ts';
      return outerFunctions(parseAst(text, { lang, sourceType: 'module' }), 'a function').flatMap(
        ({ name, start, end }) => {
          const lines = text.slice(start, end).split('\n').length;
          return lines > MOST_LINES
            ? [`${path}: ${name} has ${lines} lines, more than ${MOST_LINES}: divide it by what it does`]
            : [];
        },
      );
    });
}

/** `name` is that of the nearest declaration or member around `node`. */
function outerFunctions(node: unknown, name: string): readonly Found[] {
  if (Array.isArray(node)) return node.flatMap((each) => outerFunctions(each, name));
  if (!isNode(node)) return [];
  const own = nameOf(node) ?? name;
  if (FUNCTIONS.has(node.type)) return [{ name: own, start: node.start, end: node.end }];
  return Object.values(node).flatMap((child) => outerFunctions(child, own));
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nameOf({ id, key }: Node): string | undefined {
  const identifier = id ?? key;
  return isNode(identifier) && typeof identifier.name === 'string' ? identifier.name : undefined;
}
