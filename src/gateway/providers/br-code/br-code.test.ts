import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { type PixDynamicObject, type PixStaticObject, parsePix } from 'pix-utils';
import { fc } from '../../../../test/support/property.ts';
import { crc16 } from './crc16.ts';
import { readBrCode, writeDynamicCode, writeStaticCode } from './index.ts';
import { readTlv, writeTlv } from './tlv.ts';

const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const DYNAMIC =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';
const WRITTEN =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';
const FULANO = { name: 'Fulano de Tal', city: 'BRASILIA' };
const RANDOM_CODES = 10_000;

test('the check value of the algorithm is that of its definition', () => {
  assert.equal(crc16('123456789'), '29B1');
  assert.equal(crc16(''), 'FFFF');
});

test("the Banco Central's examples are written and read to the letter", () => {
  assert.equal(writeStaticCode({ key: '123e4567-e12b-12d1-a456-426655440000', receiver: FULANO }), STATIC);
  const location = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
  assert.equal(writeDynamicCode({ location, receiver: FULANO }), WRITTEN);
  assert.deepEqual(readBrCode(STATIC), {
    kind: 'static',
    key: '123e4567-e12b-12d1-a456-426655440000',
    ...FULANO,
  });
  assert.deepEqual(readBrCode(DYNAMIC), {
    kind: 'dynamic',
    location: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
    name: 'EMPRESA',
    city: 'SAO PAULO',
  });
});

test('names are written without accents, and everything is cut to what the standard takes', () => {
  const receiver = { name: 'Padaria São João & Irmãos do Açaí Ltda.', city: 'São José dos Campos' };
  const code = writeStaticCode({
    key: 'loja@exemplo.com.br',
    receiver,
    amount: 5,
    txid: 'PEDIDO42',
    info: 'Pão – '.repeat(20),
  });
  const read = readBrCode(code ?? '');
  assert.ok(typeof read === 'object', `${read}`);
  assert.equal(read.name, 'Padaria Sao Joao & Irmaos');
  assert.equal(read.city, 'Sao Jose dos Ca');
  assert.equal(read.amount, 5);
  assert.equal(read.txid, 'PEDIDO42');
  assert.equal(readTlv(code ?? '')?.get('26')?.length, 99);
  assert.match(code ?? '', /^[ -~]+$/);
});

test('a name of other letters only is shown as a receiver, so that there always is a code', () => {
  const code = writeDynamicCode({ location: 'pix.example.com/1', receiver: { name: '木村', city: '' } });
  const read = readBrCode(code ?? '');
  assert.ok(typeof read === 'object');
  assert.deepEqual([read.name, read.city], ['RECEBEDOR', 'BRASIL']);
});

test('what cannot stand in a code makes none', () => {
  const receiver = FULANO;
  const longest = 'p'.repeat(77);
  assert.notEqual(writeDynamicCode({ location: longest, receiver }), undefined);
  for (const location of ['', `${longest}p`, 'https://pix.example.com/1', 'pix.example.com/ação', 'a b']) {
    assert.equal(writeDynamicCode({ location, receiver }), undefined, location);
  }
  assert.notEqual(writeStaticCode({ key: longest, receiver, info: 'tudo' }), undefined);
  assert.equal(writeStaticCode({ key: `${longest}p`, receiver }), undefined);
  assert.equal(writeStaticCode({ key: '', receiver }), undefined);
  for (const txid of ['', 'a-b', 'a'.repeat(26)]) {
    assert.equal(writeStaticCode({ key: 'a@b.co', receiver, txid }), undefined, txid);
  }
  for (const amount of [0, -1, 0.5, Number.NaN, 1_000_000_000_000]) {
    assert.equal(writeStaticCode({ key: 'a@b.co', receiver, amount }), undefined, String(amount));
  }
});

test('a changed code is told from a good one, and a good one of something else from a Pix', () => {
  assert.equal(readBrCode(`${STATIC.slice(0, -4)}1D3E`), 'wrong_crc');
  assert.equal(readBrCode(STATIC.replace('Fulano', 'Beltra')), 'wrong_crc');
  assert.deepEqual(readBrCode(`${STATIC.slice(0, -4)}1d3d`), readBrCode(STATIC));
  for (const text of ['', 'abc', STATIC.slice(0, -1), `${STATIC}0`, STATIC.slice(6)]) {
    assert.equal(readBrCode(text), 'no_code', text);
  }
  const signed = (fields: Parameters<typeof writeTlv>[0]) => {
    const text = `${writeTlv([['00', '01'], ...fields])}6304`;
    return text + crc16(text);
  };
  const rest = [
    ['53', '986'],
    ['58', 'BR'],
    ['59', 'LOJA'],
    ['60', 'CIDADE'],
  ] as const;
  assert.equal(readBrCode(signed([['26', '0003abc'], ...rest])), 'no_pix');
  assert.equal(readBrCode(signed([['53', '840'], ...rest.slice(1)])), 'wrong_field');
  const account = ['27', '0014BR.GOV.BCB.PIX0106a@b.co'] as const;
  assert.equal(readBrCode(signed([account, ['54', '1,00'], ...rest])), 'wrong_field');
  const other = readBrCode(signed([account, ['54', '1.5'], ...rest]));
  assert.ok(typeof other === 'object');
  assert.deepEqual([other.key, other.amount], ['a@b.co', 150]);
});

test('a code with a recurrence names both places', () => {
  const code = writeDynamicCode({
    location: 'pix.example.com/1',
    recurrence: 'pix.example.com/rec/2',
    receiver: FULANO,
  });
  const read = readBrCode(code ?? '');
  assert.ok(typeof read === 'object');
  assert.deepEqual(
    [read.kind, read.location, read.recurrence],
    ['dynamic', 'pix.example.com/1', 'pix.example.com/rec/2'],
  );
});

const words = fc.string({ unit: fc.constantFrom(...'abcXYZ 0189éçãÉß&./-日'), minLength: 1, maxLength: 40 });
const receivers = fc.record({ name: words, city: words });
const locations = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-_'),
  minLength: 1,
  maxLength: 60,
});

test('two other programs read thousands of random codes as they were meant', () => {
  const dynamic = fc.tuple(locations, receivers).map(([path, receiver]) => {
    const location = `pix.example.com/${path}`;
    const code = writeDynamicCode({ location, receiver }) ?? '';
    return { code, expected: { location }, read: readBrCode(code) };
  });
  const amounts = fc.option(fc.integer({ min: 1, max: 999_999_999_999 }), { nil: undefined });
  const txids = fc.option(fc.stringMatching(/^[a-zA-Z0-9]{1,25}$/), { nil: undefined });
  const fixed = fc
    .record({ key: fc.uuid({ version: 4 }), receiver: receivers, amount: amounts, txid: txids })
    .map((asked) => ({
      code: writeStaticCode(asked) ?? '',
      expected: asked,
      read: readBrCode(writeStaticCode(asked) ?? ''),
    }));
  fc.assert(
    fc.property(fc.oneof(dynamic, fixed), ({ code, expected, read }) => {
      assert.ok(typeof read === 'object', `${read}: ${code}`);
      const other = parsePix(code) as PixDynamicObject | PixStaticObject;
      const third = getPixPayloadInfo(code);
      assert.ok(third, code);
      assert.equal(other.merchantName, read.name);
      assert.equal(third.merchantName, read.name);
      assert.equal(other.merchantCity, read.city);
      assert.equal(third.merchantCity, read.city);
      if ('location' in expected) {
        assert.equal(read.location, expected.location);
        assert.equal((other as PixDynamicObject).url, expected.location);
        assert.equal(third.url, expected.location);
        return;
      }
      assert.equal(read.key, expected.key);
      assert.equal((other as PixStaticObject).pixKey, expected.key);
      assert.equal(third.key, expected.key);
      assert.equal(read.amount, expected.amount);
      assert.equal(
        Math.round(((other as PixStaticObject).transactionAmount ?? 0) * 100),
        expected.amount ?? 0,
      );
      assert.equal(Math.round((third.amount ?? 0) * 100), expected.amount ?? 0);
      assert.equal(read.txid, expected.txid);
      assert.equal((other as PixStaticObject).txid, expected.txid ?? '***');
    }),
    { numRuns: RANDOM_CODES },
  );
});

test('any text can be read, and is a code only where its sum is right', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => DYNAMIC.slice(0, 40) + text),
      ),
      (text) => {
        assert.equal(typeof readBrCode(text), 'string');
      },
    ),
  );
});
