import { setTimeout as sleep } from 'node:timers/promises';
import type { Book } from './book.ts';
import type { Journal } from './journal.ts';
import type { Pad } from './pad.ts';
import {
  GIVEN_UP,
  isRefundOfSale,
  NOT_CHARGED,
  PRINTED,
  resultOf,
  usualCard,
  type WorkResult,
} from './result.ts';
import type { Service, ServiceAnswer, Work } from './service.ts';

const POLL_SECONDS = 25;
/** Everything that the service may ask of a client. */
const KINDS = 'payment,cancel,admin,print,show';
const PROGRESS_EVERY_MS = 3_000;
/** How long the code of a Pix that was paid stays in sight at most. */
const SHOWN_EVERY_MS = 1_000;
const RETRY_MS = 2_000;

export interface ClientOptions {
  readonly service: Service;
  readonly journal: Journal;
  /** Of the simulated acquirer. */
  readonly book: Book;
  readonly pad: Pad;
  readonly terminalId: number;
  readonly version: string;
  /** What is done about resumed work of which neither journal nor acquirer know: report it as not charged, or ask a person. */
  readonly unknownAfterCrash: 'not charged' | 'ask';
  /** Ends the client. */
  readonly signal: AbortSignal;
}

/** Pairs, polls for work, performs it and reports the result, until `signal` is aborted (docs/guias/cliente-de-pagamento.md). */
export async function runClient(options: ClientOptions): Promise<void> {
  const { journal, signal } = options;
  while (!signal.aborted) {
    const key = journal.key ?? (await pair(options));
    if (key !== undefined) await workWith(key, options);
  }
}

/** Returns the key; undefined when another code must be requested. */
async function pair(options: ClientOptions): Promise<string | undefined> {
  const { service, journal, pad, terminalId, version, signal } = options;
  const pairing = await service.post('pairing', { body: { terminalId, version }, signal });
  if (pairing.status !== 201) return waitOffline(options, pairing);
  const { code, key } = pairing.body as { code: string; key: string };
  pad.show({ connection: 'pairing', pairingCode: code, message: 'Confirme este código no painel' });
  while (!signal.aborted) {
    const answer = await service.post('pairing/status?wait=25', { key, signal });
    if (answer.status === 200 && answer.body.paired === true) {
      journal.saveKey(key);
      pad.show({
        connection: 'ready',
        pairingCode: null,
        message: `Pareado: ${String(answer.body.terminal)}`,
      });
      return key;
    }
    if (answer.status === 401) return undefined;
    if (answer.status !== 200) await waitOffline(options, answer);
  }
  return undefined;
}

async function waitOffline(
  { pad, signal }: ClientOptions,
  { status, body }: ServiceAnswer,
): Promise<undefined> {
  const message = typeof body.message === 'string' ? body.message : `O Guichê não respondeu (${status})`;
  pad.show({ connection: 'offline', message });
  await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
}

/** Works until the key is revoked or replaced. */
async function workWith(key: string, options: ClientOptions): Promise<void> {
  const { journal, pad, version, signal } = options;
  /** Highest id of work that was offered already and is not pushed. */
  let seen = 0;
  await reportJournal(key, options);
  while (!signal.aborted) {
    const query = `wait=${POLL_SECONDS}&kinds=${KINDS}&seen=${seen}&version=${encodeURIComponent(version)}`;
    const answer = await poll(query, key, options);
    const started = pad.takeStarted();
    if (started) {
      await perform(key, started, options);
    } else if (answer.status === 200) {
      const work = answer.body.work as Work;
      if (work.kind === 'show') {
        seen = Math.max(seen, work.id);
        void showPix(key, work, options);
      } else if (work.autoStart || work.taken) await perform(key, work, options);
      else {
        pad.offer(work);
        seen = Math.max(seen, work.id);
      }
    } else if (answer.status === 401) {
      journal.saveKey(undefined);
      return;
    } else if (answer.status === 409) {
      pad.show({ connection: 'replaced', message: String(answer.body.message) });
      await pad.awake(signal);
      journal.saveKey(undefined);
      return;
    } else if (answer.status !== 204) await waitOffline(options, answer);
    else pad.show({ connection: 'ready', pairingCode: null, message: 'Pronto' });
  }
}

/** Shows the code of a Pix that the service takes, until nobody needs to see it any more. */
async function showPix(key: string, work: Work, { service, pad, signal }: ClientOptions): Promise<void> {
  const hide = pad.showPix(work);
  pad.show({ connection: 'ready', pairingCode: null, message: 'Mostre o QR Code ao cliente' });
  for (let goesOn = true; goesOn && !signal.aborted; ) {
    await sleep(SHOWN_EVERY_MS, undefined, { signal }).catch(() => undefined);
    const { status, body } = await service.post(`work/${work.id}/progress`, { key, signal });
    goesOn = status !== 401 && body.goOn !== false;
  }
  hide();
}

/** One long poll, which ends early when a person starts a piece of work. */
async function poll(
  query: string,
  key: string,
  { service, pad, signal }: ClientOptions,
): Promise<ServiceAnswer> {
  const over = new AbortController();
  const end = () => over.abort();
  const ends = [signal, pad.started()];
  for (const one of ends) one.addEventListener('abort', end);
  const answer = await service.post(`work?${query}`, { key, signal: over.signal });
  for (const one of ends) one.removeEventListener('abort', end);
  return answer;
}

async function perform(key: string, work: Work, options: ClientOptions): Promise<void> {
  const { service, journal, pad, signal } = options;
  const taken = await service.post(`work/${work.id}/take`, { key, signal });
  if (taken.status !== 200) return pad.done(messageOf(taken, 'A venda não está mais disponível'));
  pad.show({ connection: 'ready', pairingCode: null });
  const known = journal.resultOf(work.id);
  const result = known ?? (await resultFor(key, work, options));
  if (!result) return;
  if (!known) journal.saveResult(work.id, result);
  const answer = await settle(key, work.id, result, options);
  if (answer) pad.done(...ending(work, result, answer));
}

/** Sends every result that was not answered: the service may not offer its work again. */
async function reportJournal(key: string, options: ClientOptions): Promise<void> {
  for (const [workId, result] of options.journal.results()) await settle(key, workId, result, options);
}

/**
 * Reports the result of the journal until it is answered, and reverses what the service does not want any more. Undefined
 * when the client was stopped, or its key is not valid, before that: the result stays in the journal for the next start.
 */
async function settle(
  key: string,
  workId: number,
  result: WorkResult,
  options: ClientOptions,
): Promise<ServiceAnswer | undefined> {
  const { journal, book, signal } = options;
  const answer = await reportUntilAnswered(key, workId, result, options);
  if (signal.aborted || answer.status === 401) return undefined;
  if (answer.body.undo === true) {
    book.reverse(workId);
    const undone = { ...result, undone: true };
    journal.saveResult(workId, undone);
    await reportUntilAnswered(key, workId, undone, options);
    if (signal.aborted) return undefined;
  }
  journal.forget(workId);
  return answer;
}

/** Undefined when the client was stopped or the pin pad was silent. */
async function resultFor(key: string, work: Work, options: ClientOptions): Promise<WorkResult | undefined> {
  const { pad, book, signal } = options;
  if (book.has(work.id)) return resultOf(work, { outcome: 'approved', card: usualCard(work) }, new Date());
  if (work.kind === 'print') {
    pad.print(work.conteudo ?? '');
    return PRINTED;
  }
  if (work.taken && options.unknownAfterCrash === 'not charged') return NOT_CHARGED;
  const over = new AbortController();
  // Not AbortSignal.any: its signal may be garbage-collected, with its listeners, before it is aborted.
  const end = () => over.abort();
  signal.addEventListener('abort', end);
  let gaveUp = false;
  const reporting = reportProgress(key, work, { ...options, signal: over.signal }, () => {
    gaveUp = true;
    end();
  });
  const decision = await pad.decide(work, { resumed: work.taken, signal: over.signal });
  end();
  await reporting;
  signal.removeEventListener('abort', end);
  if (!decision) {
    return gaveUp ? GIVEN_UP : undefined;
  }
  if (decision.outcome === 'silent') {
    await pad.awake(signal);
    return undefined;
  }
  if (decision.outcome === 'approved' && work.kind !== 'admin') {
    book.move(work.id, isRefundOfSale(work) ? 'refund' : 'charge', work.amount);
  }
  return resultOf(work, decision, new Date());
}

/** Reports progress while the buyer pays; calls `stop` when the till gave up. */
async function reportProgress(
  key: string,
  work: Work,
  { service, signal }: ClientOptions,
  stop: () => void,
): Promise<void> {
  while (!signal.aborted) {
    const { status, body } = await service.post(`work/${work.id}/progress`, { key, signal });
    if (status === 200 && body.goOn === false) return stop();
    await sleep(PROGRESS_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Retries until the service answers; a repeated result counts once. */
async function reportUntilAnswered(
  key: string,
  workId: number,
  result: WorkResult,
  options: ClientOptions,
): Promise<ServiceAnswer> {
  for (;;) {
    const answer = await options.service.post(`work/${workId}/result`, {
      key,
      body: result,
      signal: options.signal,
    });
    const unanswered = answer.status === 0 || answer.status === 429 || answer.status >= 500;
    if (!unanswered || options.signal.aborted) return answer;
    await waitOffline(options, answer);
  }
}

function ending(work: Work, result: WorkResult, answer: ServiceAnswer): [string, WorkResult?] {
  if (answer.body.undo === true) return ['Desfeita na adquirente: a venda já tinha terminado'];
  if (result === GIVEN_UP) return ['O caixa desistiu da venda'];
  if (answer.status !== 200) return [messageOf(answer, 'O Guichê não aceitou o resultado')];
  if (!result.approved) return [result.mensagemRespostaAdquirente];
  if (work.kind === 'print') return ['Impresso'];
  if (work.kind === 'admin') return ['Operação concluída'];
  return [isRefundOfSale(work) ? 'Cancelada' : 'Aprovada', result];
}

function messageOf({ body }: ServiceAnswer, otherwise: string): string {
  return typeof body.message === 'string' ? body.message : otherwise;
}
