import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime } from '../../platform/time/clock.ts';
import { disputeMail } from './dispute-mail.ts';

const DISPUTE = {
  id: 'd1',
  merchantId: 1,
  kind: 'chargeback',
  state: 'open',
  amount: 15_000,
  answerBy: '2026-12-01',
  process: '7700123',
  reasonCode: '10.4',
  reasonText: undefined,
  referenceId: 'pedido-1',
  provider: 'REDE',
};

function mailOf(dispute: object | undefined, mails: readonly string[] = ['dispute']) {
  return disputeMail(
    {
      accounts: {
        findPerson: async () => ({ name: 'Loja do Zé', email: 'ze@loja.example' }),
        shopSettings: async () => ({ mails }),
      } as never,
      disputes: { store: { find: async () => dispute } } as never,
      clock: { now: () => Date.UTC(2026, 10, 26, 15) },
      time: localTime('America/Sao_Paulo'),
      mode: 'sandbox',
      publicUrl: () => 'https://pagar.loja.example',
    },
    'd1',
  );
}

test('a shop is told what is contested, until when it may answer, and where', async () => {
  const mail = await mailOf(DISPUTE);
  assert.equal(mail?.to, 'ze@loja.example');
  assert.equal(
    mail.text.subject.replaceAll('\u00a0', ' '),
    '[Teste] Contestação de R$ 150,00: 5 dias para responder',
  );
  assert.deepEqual(mail.text.lines, [
    ['Responder até', '01/12/2026'],
    ['Motivo', '10.4'],
    ['Processo', '7700123'],
    ['Adquirente', 'Rede'],
    ['Pedido', 'pedido-1'],
  ]);
  assert.equal(mail.text.button?.url, 'https://pagar.loja.example/painel/disputas/d1');
});

test('the last day is told as such, and a dispute without a day without one', async () => {
  const today = await mailOf({ ...DISPUTE, answerBy: '2026-11-26' });
  assert.match(today?.text.subject ?? '', /: responda hoje$/);
  const med = await mailOf({ ...DISPUTE, kind: 'med', answerBy: undefined });
  assert.match(med?.text.subject ?? '', /Devolução de Pix \(MED\) de R\$\s150,00$/);
});

test('nobody is told of what was answered meanwhile, nor who does not want to know', async () => {
  assert.equal(await mailOf({ ...DISPUTE, state: 'answered' }), undefined);
  assert.equal(await mailOf(undefined), undefined);
  assert.equal(await mailOf(DISPUTE, ['refund']), undefined);
});
