import type { SourceFile } from './source-files.ts';

const ENGINE = /^src\/gateway\/transactions\/(?!(?:.*\/)?test-|.*\.test\.ts$)/;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const TEXT = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;
const KIND = /\b(?:card|pix|bank_?slip|slip)(?:\b|[_A-Z])|cart[aã]o|cart[oõ]es|boleto/i;

/** What the engine says, refuses and stores names no kind of payment: a further kind touches no file of it. */
export function kindsInEngine(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ path, text }) => {
    if (!ENGINE.test(path)) return [];
    const texts =
      text
        .replaceAll(COMMENT, '')
        .replaceAll(/^import .*$|^} from .*$/gm, '')
        .match(TEXT) ?? [];
    return texts
      .filter((found) => KIND.test(found))
      .map((found) => `${path} names a kind of payment in ${found}: the kind brings it (src/gateway/kinds)`);
  });
}
