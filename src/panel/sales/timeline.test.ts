import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEvent } from '../../gateway/history/index.ts';
import { timelineOf } from './timeline.ts';

const FACTS = { users: new Map(), isPix: false, provider: 'Rede', amount: 20_000 };
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
