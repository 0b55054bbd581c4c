import { isAskedStill } from '../../gateway/providers/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import type { CardAccountFacts, HealthFacts } from './health-facts.ts';
import { durationText } from './health-words.ts';
import type { Judged } from './judge-banks.ts';

/** Accounts named in one line. */
const MAX_NAMED = 3;

/** Which accounts for cards sales are kept from, because they fail or because somebody paused them. */
export function judgeCardAccounts({ cardAccounts, now }: Pick<HealthFacts, 'cardAccounts' | 'now'>): Judged {
  const failing = cardAccounts.filter(({ state }) => state === 'open');
  const paused = cardAccounts.filter(({ state }) => state === 'paused');
  const named = [...failing, ...paused];
  if (named.length === 0) {
    return { state: 'good', text: `${counted(cardAccounts.length, 'conta')}, nenhuma pausada ou com falhas` };
  }
  const more = named.length > MAX_NAMED ? `; e mais ${counted(named.length - MAX_NAMED, 'conta')}` : '';
  const advice = [...(failing.length > 0 ? [FAILING] : []), ...(paused.length > 0 ? [PAUSED] : [])];
  return {
    state: stateOf(named, now),
    text: `${named
      .slice(0, MAX_NAMED)
      .map((account) => accountText(account, now))
      .join('; ')}${more}`,
    advice: advice.join(' '),
    link: { to: '/adquirentes', label: 'Ver as contas' },
  };
}

function stateOf(named: readonly CardAccountFacts[], now: number): Judged['state'] {
  if (named.some((one) => one.state === 'open' && isAsked(one, now))) return 'bad';
  return named.some(({ state, until }) => state === 'paused' && until === undefined) ? 'warn' : 'info';
}

function isAsked({ askedAt }: CardAccountFacts, now: number): boolean {
  return askedAt === undefined || isAskedStill(askedAt, now);
}

const FAILING =
  'Com falhas: toque em “Testar agora” na conta e fale com a adquirente. O que as rotas podem dar a outra conta já vai para a ' +
  'outra, e esta volta sozinha depois de cinco boas respostas.';
const PAUSED = 'Pausada: toque em “Retomar” na conta quando ela puder receber vendas de novo.';

function accountText(account: CardAccountFacts, now: number): string {
  const { personId, provider, state, since, until, reason, askedAt } = account;
  const whose = personId === undefined ? `o simulador de ${provider}` : `${provider} da pessoa ${personId}`;
  const ago = `há ${durationText(Math.max(0, now - (since ?? now)))}`;
  if (state === 'open') {
    const last = `, sem vendas há ${durationText(now - (askedAt ?? now))}`;
    return `${whose} com falhas ${ago}${isAsked(account, now) ? '' : last}`;
  }
  const end = until === undefined ? 'até ser retomada' : `por mais ${durationText(until - now)}`;
  return `${whose} pausada ${ago}, ${end}${reason === undefined ? '' : ` (${reason})`}`;
}
