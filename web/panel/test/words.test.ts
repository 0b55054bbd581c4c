import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { auditQueryOf, readAuditSearch } from '../src/screens/audit/audit-search.ts';
import { productBody, productValues } from '../src/screens/products/product-values.ts';
import { quantityOf, quantityText, quantityTyped } from '../src/screens/products/quantity.ts';
import { readListSearch } from '../src/ui/lists/list-search.ts';
import { readReferenceSearch } from '../src/ui/lists/reference-search.ts';
import { age } from '../src/ui/text/age.ts';
import { boundedCount, documentText, localFormats, money, some } from '../src/ui/text/format.ts';

describe('what the panel writes', () => {
  test('money, counts and documents look as in Brazil', () => {
    assert.equal(money(123_456).replaceAll('\u00a0', ' '), 'R$ 1.234,56');
    assert.equal(some(1, 'venda', 'vendas'), '1 venda');
    assert.equal(some(1_234, 'venda', 'vendas'), '1.234 vendas');
    assert.equal(boundedCount({ count: 10_000, bounded: true }), 'mais de 10.000');
    assert.equal(documentText('11144477735'), '111.444.777-35');
    assert.equal(documentText('12ABC34501DE35'), '12.ABC.345/01DE-35');
    assert.equal(documentText('123'), '123');
  });

  test('times are those of the service, wherever the browser is', () => {
    const formats = localFormats('America/Sao_Paulo');
    const iso = '2026-11-22T02:30:04Z';
    assert.equal(formats.full(iso), '21/11/2026 às 23:30:04');
    assert.equal(formats.short(iso), '21/11 23:30');
    assert.equal(formats.day(iso), '2026-11-21');
    assert.equal(formats.dayTitle(iso, new Date('2026-11-21T12:00:00Z')), 'Hoje, 21 de novembro');
    assert.equal(formats.dayTitle(iso, new Date('2026-11-22T12:00:00Z')), 'Sábado, 21 de novembro');
  });

  test('an age is in whole minutes, hours or days', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const ageOf = (ms: number) => age(new Date(now - ms).toISOString(), now);
    assert.deepEqual([-5_000, 59_999, 60_000, 7_199_999, 3 * 86_400_000].map(ageOf), [
      ...['agora mesmo', 'agora mesmo', 'há 1 minuto', 'há 1 hora', 'há 3 dias'],
    ]);
  });
});

describe('what stands in an address of the panel', () => {
  test('is read where it is well-formed, and ignored where not', () => {
    assert.deepEqual(readListSearch({ busca: 'café' }), { busca: 'café' });
    assert.deepEqual(readListSearch({ busca: '' }), {});
    assert.equal(readListSearch({ busca: 'x'.repeat(500) }).busca?.length, 100);
    const choices = [{ value: 'open', label: 'Aberto' }];
    assert.deepEqual(readReferenceSearch({ ref: 4, situacao: 'open' }, choices), {
      ref: '4',
      situacao: 'open',
    });
    assert.deepEqual(readReferenceSearch({ ref: '', situacao: 'closed' }, choices), {});
  });

  test('of the audit becomes the query of the interface', () => {
    const search = readAuditSearch({
      de: '2026-11-01',
      ate: 'ontem',
      pessoa: '7',
      usuario: -1,
      via: 'panel',
    });
    assert.deepEqual(search, { de: '2026-11-01', pessoa: 7, via: 'panel' });
    assert.deepEqual(auditQueryOf(search), { from: '2026-11-01', of: 7, origin: 'panel' });
  });
});

describe('the form of a product', () => {
  test('has quantities in units, which are sent in ten-thousandths', () => {
    assert.equal(quantityText(15_000), '1,5');
    assert.equal(quantityTyped(null), '');
    assert.deepEqual(quantityOf(''), {});
    assert.deepEqual(quantityOf('0.3'), { scaled: 3_000 });
  });

  test('sends the stock only when it was changed, and no price where it is asked at the sale', () => {
    const typed = { ...productValues(undefined, 5), name: 'Café', price: 650, stockControlled: true };
    assert.equal(productBody(typed, 5, undefined).price, 650);
    assert.ok(!('price' in productBody({ ...typed, asksPrice: true }, 5, undefined)));
    assert.equal(productBody({ ...typed, quantity: 2 }, 5, 10_000).quantity, 20_000);
    assert.ok(!('quantity' in productBody({ ...typed, quantity: 1 }, 5, 10_000)));
  });
});
