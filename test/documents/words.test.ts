import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sourceFiles } from '../structure/source-files.ts';
import { forbiddenIn } from './words.ts';

/** Where texts for people stand: panel, pages, mails, commands, errors, guides. */
const FOR_PEOPLE = [
  'src/**/*.ts',
  'web/panel/src/**/*.{ts,tsx}',
  'docs/guias/*.md',
  'docs/painel.md',
  'README.pt-BR.md',
  'packages/*/README.md',
];

describe('The words of texts for people', () => {
  test('are those that were decided once', async () => {
    const found: Record<string, readonly string[]> = {};
    for (const { path, text } of await sourceFiles(...FOR_PEOPLE)) {
      const words = path.endsWith('.test.ts') ? [] : forbiddenIn(text);
      if (words.length > 0) found[path] = words;
    }
    assert.deepEqual(found, {});
  });

  test('call a payment client what a shop does, on screens: there a client buys', async () => {
    const found = (await sourceFiles('web/panel/src/**/*.{ts,tsx}', 'src/panel/**/*.ts')).filter(
      ({ path, text }) => !path.endsWith('.test.ts') && /clientes? de pagamento/i.test(text),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });

  test('are found in a sentence, and not in addresses or names', () => {
    assert.deepEqual(forbiddenIn('Fale com o adquirente.\nO cartão foi guardado.'), [
      '1: “o adquirente”, instead: a adquirente',
      '2: “guardado”, instead: salvo',
    ]);
    assert.deepEqual(
      forbiddenIn('[criptografado](cartao-cifrado.md), `$cifrado`, /cartoes-guardados-e-links'),
      [],
    );
  });
});
