import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEvent } from '../../gateway/history/index.ts';
import { timelineOf } from './timeline.ts';

const FACTS = { users: new Map(), kind: 'card', provider: 'Rede', amount: 20_000 };
const ENDS = { capture: ['Captura', 'a'], void: ['Cancelamento', 'o'], refund: ['Estorno', 'o'] } as const;

function titleOf(kind: 'sent' | 'answered' | 'resolved', details: object): string {
  const event = { kind, at: 0, origin: { kind: 'recovery' }, details } as unknown as HistoryEvent;
  return (timelineOf([event], FACTS)[0]?.title ?? '').replaceAll('\u00a0', ' ');
}

test('what is said of a movement agrees with it, whatever happens to it', () => {
  for (const [movement, [name, end]] of Object.entries(ENDS)) {
    const details = { movement, amount: 20_000 };
    assert.equal(titleOf('sent', details), `${name} de R$ 200,00 pedid${end}`);
    assert.equal(titleOf('sent', { movement }), `${name} pedid${end}`);
    for (const kind of ['answered', 'resolved'] as const) {
      const ended = (outcome: string) => titleOf(kind, { ...details, outcome });
      assert.equal(ended('done'), `${name} de R$ 200,00 concluíd${end}`);
      assert.equal(ended('pending'), `${name} de R$ 200,00 aceit${end}, ainda em andamento`);
      assert.equal(ended('unknown'), `${name} de R$ 200,00 em verificação`);
      assert.equal(ended('not_done'), `${name} de R$ 200,00 não realizad${end}`);
    }
  }
});

test('what is said of a link’s try agrees with how it ended, also when the link’s time is over', () => {
  const [open, expired] = [1, 4];
  const tryEnded = (outcome: string, status: number) => titleOf('answered', { outcome, status });
  assert.equal(tryEnded('declined', open), 'Recusada: o comprador pode tentar de novo');
  assert.equal(tryEnded('declined', expired), 'Recusada; o prazo do link acabou');
  for (const outcome of ['not_sent', 'invalid', 'absent']) {
    assert.equal(
      tryEnded(outcome, open),
      'Não concluída: nada foi cobrado, e o comprador pode tentar de novo',
    );
  }
  assert.equal(
    titleOf('resolved', { outcome: 'absent', status: expired }),
    'Venda expirada: nada foi cobrado',
  );
});

test('a payment that went on to a second acquirer says what each of them did', () => {
  const events = [
    { kind: 'sent', details: { subject: 'A' } },
    { kind: 'answered', details: { subject: 'A', outcome: 'declined', code: '91' } },
    { kind: 'sent', details: { subject: 'B', provider: 'CIELO', after: 'REDE' } },
    { kind: 'answered', details: { subject: 'B', outcome: 'pending' } },
  ].map((event) => ({ ...event, at: 0, origin: { kind: 'recovery' } })) as unknown as HistoryEvent[];
  const titles = (outcome: string) =>
    timelineOf(
      events.map((event) =>
        event.kind === 'answered' && event.details.subject === 'A'
          ? { ...event, details: { ...event.details, outcome } }
          : event,
      ),
      { ...FACTS, provider: 'Cielo' },
    )
      .map(({ title }) => title)
      .reverse();
  assert.deepEqual(titles('declined'), [
    'Enviada: Rede',
    'Resposta: Rede',
    'Negada na Rede, tentada na Cielo',
    'Resposta: Cielo',
  ]);
  assert.equal(titles('not_sent')[2], 'Rede fora do ar, tentada na Cielo');
  assert.equal(titles('invalid_request')[2], 'Conta da Rede recusada, tentada na Cielo');
});
