import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankLineRow, BankStatementRow } from '../../../src/panel/bank-statements/schema.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, okJson } from './panel-client.ts';

const OFX = `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>0341<ACCTID>12345-6</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261126<TRNAMT>1234,56<FITID>1<MEMO>REDE VISA</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>amanhã<TRNAMT>1<FITID>2</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

onSqliteByDay('The statement of a bank, in the panel', {}, (service) => {
  test('is kept once, and tells what no payout answers', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const send = (text: string) =>
      seller.call('POST', '/bank-statements', { file: Buffer.from(text).toString('base64') });
    const rowsOf = async () => okJson<{ items: readonly BankStatementRow[] }>(await send(OFX)).items;
    const row = {
      account: '0341 12345-6',
      from: '2026-11-26',
      to: '2026-11-26',
      unread: 1,
      matched: 0,
      matchedSum: 0,
      open: 1,
      openSum: 123_456,
    };
    assert.deepEqual(await rowsOf(), [{ ...row, added: 1, known: 0 }]);
    assert.deepEqual(await rowsOf(), [{ ...row, added: 0, known: 1 }]);
    const { entries } = await service.command('audit', 'list', '--operation', 'painel POST /bank-statements');
    assert.deepEqual(
      (entries as readonly { result: string }[]).map(({ result }) => result),
      ['ok', 'ok'],
    );
    const { items } = okJson<{ items: readonly BankLineRow[] }>(
      await seller.call('GET', '/bank-statements/lines?class=open'),
    );
    assert.deepEqual(
      items.map((line) => [line.account, line.day, line.amount, line.memo, line.class]),
      [['0341 12345-6', '2026-11-26', 123_456, 'REDE VISA', 'open']],
    );
    for (const place of [['\0', 'a', 'b', 1], ['2026-11-26', 'a', 'b'], 'x']) {
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url');
      assertRefused(
        await seller.call('GET', `/bank-statements/lines?cursor=${cursor}`),
        400,
        'field_invalid',
      );
    }
    assertRefused(await send('%PDF-1.7'), 400, 'not_ofx');
  });
});
