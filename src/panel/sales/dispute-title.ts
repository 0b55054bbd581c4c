import type { EventDetails } from '../../gateway/history/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import type { TimelineEvent } from './schema.ts';

type Described = Pick<TimelineEvent, 'title' | 'tone' | 'icon'>;

const STATES: Readonly<Record<string, Described>> = {
  open: { title: 'Disputa reaberta', tone: 'bad', icon: 'note' },
  answered: { title: 'Disputa respondida', tone: 'wait', icon: 'send' },
  accepted: { title: 'Disputa aceita pela loja', tone: 'neutral', icon: 'cross' },
  expired: { title: 'O prazo da disputa passou sem resposta', tone: 'bad', icon: 'clock' },
  won: { title: 'Disputa decidida a favor da loja', tone: 'good', icon: 'check' },
  lost: { title: 'Disputa perdida', tone: 'bad', icon: 'cross' },
};

/** A step of a dispute in the history of its sale. */
export function disputeTitle(details: EventDetails['dispute']): Described {
  const { step, amount, disputeKind, state, money } = details;
  const until = details.answerBy === undefined ? '' : `: responda até ${dayText(details.answerBy)}`;
  switch (step) {
    case 'opened':
      return disputeKind === 'fraud_alert'
        ? { title: `Alerta de fraude da bandeira: ${moneyText(amount)}`, tone: 'bad', icon: 'shield' }
        : { title: `Disputa de ${moneyText(amount)}${until}`, tone: 'bad', icon: 'note' };
    case 'stage':
      return { title: `A disputa foi para outra fase${until}`, tone: 'bad', icon: 'note' };
    case 'state':
      return STATES[state] ?? { title: 'A disputa mudou', tone: 'neutral', icon: 'note' };
    case 'money':
      return money === 'debited'
        ? { title: `${moneyText(amount)} debitados pela disputa`, tone: 'bad', icon: 'undo' }
        : { title: `${moneyText(amount)} da disputa creditados de volta`, tone: 'good', icon: 'check' };
    case 'warned':
      return { title: `Aviso da disputa enviado à loja${until}`, tone: 'wait', icon: 'clock' };
    case 'noted':
      return { title: 'Disputa completada', tone: 'neutral', icon: 'note' };
  }
}

function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}
