import {
  authenticationAnswer,
  authenticationOfCharge,
  authorizationCode,
  type BookCharge,
  type ChallengeView,
  receiptNumber,
  refusedFor,
  resultOfCharge,
  stateOf,
} from '../../../src/gateway/providers/issuer/index.ts';
import { type Html, html, page } from '../../../src/platform/http/index.ts';
import type { Host } from '../host.ts';
import { messageOf } from '../sales/messages.ts';
import { dateTime, returnCodeOf } from '../sales/wire-form.ts';

/** Code of a sale that Rede could not process after the authentication (scenario 603). */
const TIMED_OUT = '150';

const TEXTS = {
  onward: {
    title: 'Autenticação concluída',
    text: 'Volte à loja para saber se a compra foi aprovada.',
  },
  ended: {
    title: 'Autenticação encerrada',
    text: 'Esta autenticação já terminou. Nada mudou agora: volte à loja para saber o resultado.',
  },
  too_late: {
    title: 'Tempo esgotado',
    text: 'O prazo para confirmar a compra acabou. Nada foi cobrado: volte à loja e tente de novo.',
  },
  taken_back: {
    title: 'Compra cancelada',
    text: 'A loja desistiu desta compra antes da confirmação. Nada foi cobrado.',
  },
} as const;

type Onward = Extract<ChallengeView, { view: 'onward' | 'over' }>;

/**
 * The return to the shop (docs/contract/acquirers.md A.5): an unsigned form POST whose field names have dots. Without
 * JavaScript, the buyer submits it.
 */
export function returnPage(host: Host, charge: BookCharge, view: Onward, url: string): string {
  const { title, text } = TEXTS[view.view === 'onward' ? 'onward' : view.why];
  const inputs = Object.entries(postedFields(host, charge)).map(
    ([name, value]): Html => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return page({
    title,
    body: html`<h1>${title}</h1>
<p>${text}</p>
<form method="post" action="${url}">
${inputs}
<button type="submit" autofocus>Voltar à loja</button>
</form>`,
  });
}

/** The fields that the browser posts to the shop. Empty texts where there is no value. */
function postedFields(host: Host, charge: BookCharge): Readonly<Record<string, string>> {
  const state = stateOf(charge, host.clock.elapsed);
  const approved = state === 'approved';
  const result = authenticationAnswer(resultOfCharge(charge) ?? 'timeout');
  const returnCode = charge.state === 'forgotten' ? TIMED_OUT : returnCodeOf(charge);
  const issuerWasAsked = refusedFor(charge) === undefined && charge.state !== 'forgotten';
  const [date = '', time = ''] = dateTime(authenticationOfCharge(charge)?.ended?.at ?? charge.created).split(
    'T',
  );
  return {
    reference: charge.reference,
    tid: charge.id,
    nsu: receiptNumber(charge.id),
    authorizationCode: approved ? authorizationCode(charge.id) : '',
    expiresAt: '',
    date: date.replaceAll('-', ''),
    time: time.slice(0, 8),
    returnCode,
    returnMessage: messageOf(returnCode),
    'threeDSecure.returnCode': result.code,
    'threeDSecure.returnMessage': result.message,
    'brand.name': issuerWasAsked ? charge.brand : '',
    'brand.returnCode': issuerWasAsked ? charge.code : '',
    'brand.returnMessage': issuerWasAsked ? messageOf(returnCode) : '',
    'avs.returnCode': '',
    'avs.returnMessage': '',
  };
}
