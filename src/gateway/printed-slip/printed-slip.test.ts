import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPdfPage } from '../../../test/support/pdf-page.ts';
import { barcodeIn, qrCodeIn } from '../../../test/support/pictures-of-slips.ts';
import { fc } from '../../../test/support/property.ts';
import { afterDueText, barcodeSvg, dayText, dayWords, sheetSvg, slipPdf, termsTexts } from './index.ts';
import { BARCODE } from './sheet/barcode.ts';
import { cut, type Mark, SHEET, widthOf, wrapped } from './sheet/marks.ts';
import { sheetOf } from './sheet/sheet.ts';
import type { PrintedSlip } from './slip.ts';
import { TEST_SLIP } from './test-slip.ts';
import { bankCodeText } from './words.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const PLAIN: PrintedSlip = { ...TEST_SLIP, pixCode: undefined, terms: {}, finalBeneficiary: undefined };

describe('The words of a printed slip', () => {
  test('days are written as people read them', () => {
    assert.equal(dayText('2026-12-10'), '10/12/2026');
    assert.equal(dayWords('2026-12-10'), 'quinta-feira, 10 de dezembro de 2026');
  });

  test('a bank’s number has its check digit', () => {
    const codes = ['341', '001', '237', '033', '104', '756', '336'].map(bankCodeText);
    assert.deepEqual(codes, ['341-7', '001-9', '237-2', '033-7', '104-0', '756-0', '336-0']);
  });

  test('what is added and taken off is told in sentences', () => {
    assert.deepEqual(termsTexts(TEST_SLIP.terms), [
      'Até 05/12/2026, desconto de R$\u00a05,00.',
      'Após o vencimento, multa de 2% e juros de 1% ao mês.',
    ]);
    const late = {
      interest: { type: 'dailyAmount', value: 41 },
      fine: { type: 'amount', value: 250 },
    } as const;
    assert.deepEqual(termsTexts(late), [
      'Após o vencimento, multa de R$\u00a02,50 e juros de R$\u00a00,41 por dia.',
    ]);
    assert.deepEqual(termsTexts({}), []);
  });

  test('it says whether it can be paid after its due date', () => {
    assert.equal(afterDueText(TEST_SLIP), 'Pode ser pago em qualquer banco até 09/01/2027.');
    assert.equal(
      afterDueText({ dueOn: '2026-12-10', payableUntil: '2026-12-10' }),
      'Depois do vencimento não pode mais ser pago.',
    );
  });
});

describe('The sheet of a slip', () => {
  test('the form has all boxes of the standard, its line grouped, and the barcode in true millimetres', () => {
    const marks = sheetOf(TEST_SLIP);
    const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    for (const text of [
      ...['Local de pagamento', 'Vencimento', 'Beneficiário', 'Agência / Código beneficiário'],
      ...['Data do documento', 'Nº do documento', 'Espécie doc.', 'Aceite', 'Data processamento'],
      ...['Nosso número', 'Uso do banco', 'Carteira', 'Espécie', 'Quantidade', 'Valor'],
      ...['(=) Valor do documento', '(−) Desconto / Abatimento', '(+) Juros / Multa', '(=) Valor cobrado'],
      ...['Pagador', 'Ficha de Compensação – Autenticação mecânica', 'Recibo do pagador', '341-7'],
      ...['34191.09008 00000.171504 05726.390007 1 16560000012345', '10/12/2026', '123,45'],
      ...['109/00000017-1', 'Beneficiário final: Fundação Exemplo', 'Pague este boleto com Pix'],
    ]) {
      assert.ok(texts.includes(text), text);
    }
    const bars = barsOf(marks);
    const left = Math.min(...bars.map(({ at }) => at.x));
    const right = Math.max(...bars.map(({ at, wide }) => at.x + wide));
    assert.equal(Math.round((right - left) * 100) / 100, BARCODE.wide);
    const bottom = Math.max(...bars.map(({ at, high }) => at.y + high));
    assert.ok(SHEET.high - bottom >= 12, `${SHEET.high - bottom} mm above the edge`);
  });

  test('a plain slip says nothing of Pix', () => {
    const texts = sheetOf(PLAIN).flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [mark.kind]));
    assert.ok(!texts.some((text) => /pix/i.test(text) || text === 'code'));
  });

  test('whatever is written into it stays on the sheet and beside the barcode stays white', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, text, (name, instructions, address) => {
        const marks = sheetOf({
          ...TEST_SLIP,
          instructions,
          beneficiary: { ...TEST_SLIP.beneficiary, name, address },
          payer: { name, document: '529.982.247-25', address: [address, address, address] },
          finalBeneficiary: name,
        });
        const bars = barsOf(marks);
        const barTop = Math.min(...bars.map(({ at }) => at.y));
        for (const mark of marks) {
          if (mark.kind !== 'text') continue;
          const wide = mark.wide ?? widthOf(mark.text, mark.size, mark.bold);
          const left = mark.right ? mark.at.x - wide : mark.at.x;
          assert.ok(left >= 0 && left + wide <= SHEET.wide, mark.text);
          if (mark.at.y > barTop) assert.ok(left > 125, mark.text);
        }
      }),
    );
  });

  test('a text that is too long is cut, and one of several lines wrapped', () => {
    assert.equal(cut('Curto', 40, 3), 'Curto');
    assert.match(cut('x'.repeat(300), 40, 3), /^x{10,40}…$/);
    assert.deepEqual(wrapped('um\ndois', 40, 3, 4), ['um', 'dois']);
    const lines = wrapped('palavra '.repeat(60), 40, 3, 3);
    assert.equal(lines.length, 3);
    assert.match(lines.at(-1) ?? '', /…$/);
  });

  test('as a picture of a page it escapes what people wrote', () => {
    const shown = sheetSvg({ ...TEST_SLIP, instructions: '<script>alert(1)</script>' }, '"><b>').text;
    assert.doesNotMatch(shown, /<script|<b>/);
    assert.match(shown, /width="210mm" height="297mm"/);
    assert.match(barcodeSvg(TEST_SLIP.barcode).text, /width="115mm" height="17mm" viewBox="0 0 115 17"/);
  });
});

describe('The file of a slip', () => {
  test('is one page with its type in it, whose barcode and QR code programs read from the picture', async () => {
    const file = await slipPdf(TEST_SLIP, NOW);
    const page = await readPdfPage(file, 12);
    assert.equal(page.pages, 1);
    assert.match(page.text, /34191\.09008 00000\.171504 05726\.390007 1 16560000012345/);
    assert.match(page.text, /Maria Aparecida da Conceição Gonçalves/);
    const texts = sheetOf(TEST_SLIP).flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    for (const text of texts) assert.ok(page.text.includes(text), text);
    assert.match(file.toString('latin1'), /\/FontFile2/);
    const bars = barsOf(sheetOf(TEST_SLIP));
    const top = (bars[0]?.at.y ?? 0) * page.scale;
    assert.equal(barcodeIn(page.picture, top + 2 * page.scale, top + 6 * page.scale), TEST_SLIP.barcode);
    assert.equal(qrCodeIn(page.picture), TEST_SLIP.pixCode);
  });

  test('letters that its type lacks do not spoil it', async () => {
    const name = 'Erdős Łukasz 株式会社 🙂';
    const file = await slipPdf({ ...PLAIN, payer: { ...PLAIN.payer, name } }, NOW);
    const { text } = await readPdfPage(file, 1);
    assert.match(text, /Erdos Lukasz \?/);
  });
});

function barsOf(marks: readonly Mark[]) {
  return marks.filter((mark) => mark.kind === 'bar');
}
