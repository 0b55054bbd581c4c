import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ADD, openTestLine } from '../test-line.ts';

const OFX = `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL
<BANKACCTFROM><BANKID>0341<ACCTID>12345-6<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261126<TRNAMT>1234.56<FITID>1<MEMO>REDE VISA</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261126<TRNAMT>-10.00<FITID>2<MEMO>TARIFA</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

test('a bank statement is read from a file, once; what is none is refused', async (context) => {
  const line = await openTestLine(context);
  const { id } = await line.json(ADD);
  const file = join(line.config.dataDir, 'extrato.ofx');
  const read = ['statement', 'bank', '--person', String(id), '--file', file];
  await writeFile(file, '%PDF-1.7');
  const wrong = await line.run(read);
  assert.equal(wrong.code, 2);
  assert.match(wrong.error, /O arquivo não é um OFX/);
  await writeFile(file, Buffer.from(OFX, 'latin1'));
  const first = await line.json(read);
  const expected = { account: '0341 12345-6', from: '2026-11-26', to: '2026-11-26', unread: 0 };
  const open = { matched: 0, matchedSum: 0, open: 1, openSum: 123_456 };
  assert.deepEqual(first.statements, [{ ...expected, added: 2, known: 0, ...open }]);
  assert.deepEqual((await line.json(read)).statements, [{ ...expected, added: 0, known: 2, ...open }]);
});
