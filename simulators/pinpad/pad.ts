import { qrCodeSvg } from '../../src/platform/qr-code.ts';
import { moneyText } from '../../src/platform/text/number-text.ts';
import {
  type CardKind,
  type Decision,
  isRefundOfSale,
  kindText,
  usualCard,
  type WorkResult,
} from './result.ts';
import type { Work } from './service.ts';

/** Number of receipts shown. */
const MAX_PRINTED = 20;
const MAX_WAITING = 20;

export interface ShownWork {
  readonly id: number;
  readonly title: string;
  /** `R$ 10,00` */
  readonly amount: string;
  readonly detail: string;
}

/** The code of a Pix, as text and as an address of its picture. */
export interface ShownPix {
  readonly id: number;
  readonly amount: string;
  readonly code: string;
  readonly picture: string;
}

/** What the display shows. */
export interface Screen {
  readonly terminalId: number;
  readonly connection: 'connecting' | 'pairing' | 'ready' | 'offline' | 'replaced';
  readonly pairingCode: string | null;
  readonly message: string;
  readonly work:
    | (ShownWork & { readonly card: CardKind; readonly silent: boolean; readonly resumed: boolean })
    | null;
  /** Work that is not pushed: a person starts it. */
  readonly waiting: readonly ShownWork[];
  /** Codes that buyers can pay, oldest first. */
  readonly pix: readonly ShownPix[];
  /** Receipts, newest first. */
  readonly printed: readonly string[];
}

/** Keys of the pin pad; `start` and `pair-again` are touches on the display. */
export type Key = 'credit' | 'debit' | 'approve' | 'refuse' | 'cancel' | 'silence' | 'start' | 'pair-again';

/** What the client's loop needs from the person, or the rules, at the pin pad. */
export interface Pad {
  show(change: Partial<Pick<Screen, 'connection' | 'pairingCode' | 'message'>>): void;
  /** The decision about a piece of work; undefined when `signal` is aborted because the till gave up. */
  decide(
    work: Work,
    options: { readonly resumed: boolean; readonly signal: AbortSignal },
  ): Promise<Decision | undefined>;
  print(text: string): void;
  /** Clears the work that `decide` showed. */
  done(message: string, result?: WorkResult): void;
  /** Shows work that is not pushed. */
  offer(work: Work): void;
  /** Shows the code of a Pix; the returned function takes it away. */
  showPix(work: Work): () => void;
  /** Aborted when a person starts an offered piece of work, which `takeStarted` then returns once. */
  started(): AbortSignal;
  takeStarted(): Work | undefined;
  /** Resolves when the pin pad answers again after a silence. */
  awake(signal: AbortSignal): Promise<void>;
}

export interface ShownPad extends Pad {
  readonly screen: Screen;
  /** Calls `listener` with each new screen; the returned function ends that. */
  watch(listener: (screen: Screen) => void): () => void;
  press(key: Key, workId: number | undefined): void;
}

/** A pin pad that a person operates on a page. */
export function createPad(terminalId: number): ShownPad {
  const listeners = new Set<(screen: Screen) => void>();
  let screen: Screen = {
    terminalId,
    connection: 'connecting',
    pairingCode: null,
    message: 'Conectando…',
    work: null,
    waiting: [],
    pix: [],
    printed: [],
  };
  let offered: readonly Work[] = [];
  let start = new AbortController();
  let startedWork: Work | undefined;
  let answer: ((decision: Decision | undefined) => void) | undefined;
  let wake: (() => void) | undefined;
  const change = (changes: Partial<Screen>) => {
    screen = { ...screen, ...changes };
    for (const listener of listeners) listener(screen);
  };
  const setOffered = (works: readonly Work[]) => {
    offered = works;
    change({ waiting: works.map(shownWork) });
  };
  const press = (key: Key, workId: number | undefined) => {
    const { work } = screen;
    if (key === 'start') {
      startedWork = offered.find(({ id }) => id === workId);
      if (startedWork) start.abort();
    } else if (key === 'pair-again' || (work?.silent && key === 'cancel')) wake?.();
    else if (!work || work.silent) return;
    else if (key === 'credit' || key === 'debit') change({ work: { ...work, card: key } });
    else answer?.(decisionOf(key, work.card));
  };
  return {
    get screen() {
      return screen;
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press,
    show: change,
    decide: (work, { resumed, signal }) =>
      new Promise((resolve) => {
        const card = usualCard(work);
        change({
          work: { ...shownWork(work), card, silent: false, resumed },
          message: askFor(work, resumed),
        });
        answer = (decision) => {
          answer = undefined;
          if (decision?.outcome === 'silent' && screen.work) {
            change({ work: { ...screen.work, silent: true }, message: 'Sem resposta ao Guichê' });
          }
          resolve(decision);
        };
        signal.addEventListener('abort', () => answer?.(undefined), { once: true });
      }),
    print: (text) => change({ printed: [text, ...screen.printed].slice(0, MAX_PRINTED) }),
    done: (message, result) => {
      const receipt = result?.comprovanteCliente;
      const printed = receipt === undefined ? screen.printed : [receipt, ...screen.printed];
      change({ work: null, message, printed: printed.slice(0, MAX_PRINTED) });
    },
    offer: (work) => {
      if (offered.some(({ id }) => id === work.id)) return;
      setOffered([...offered, work].slice(-MAX_WAITING));
    },
    showPix: (work) => {
      change({ pix: [...screen.pix, shownPix(work)] });
      return () => change({ pix: screen.pix.filter(({ id }) => id !== work.id) });
    },
    started: () => start.signal,
    takeStarted: () => {
      const work = startedWork;
      startedWork = undefined;
      start = new AbortController();
      if (work) setOffered(offered.filter(({ id }) => id !== work.id));
      return work;
    },
    awake: (signal) =>
      new Promise((resolve) => {
        wake = () => {
          wake = undefined;
          resolve();
        };
        signal.addEventListener('abort', () => wake?.(), { once: true });
      }),
  };
}

function decisionOf(key: 'approve' | 'refuse' | 'cancel' | 'silence', card: CardKind): Decision {
  const outcomes = { approve: 'approved', refuse: 'refused', cancel: 'canceled' } as const;
  return key === 'silence' ? { outcome: 'silent' } : { outcome: outcomes[key], card };
}

function shownWork(work: Work): ShownWork {
  if (work.kind === 'admin') {
    return { id: work.id, title: 'Operação administrativa', amount: '', detail: 'Menu do pin pad' };
  }
  return {
    id: work.id,
    title: isRefundOfSale(work) ? 'Cancelar venda' : 'Venda',
    amount: moneyText(work.amount),
    detail: work.referencia
      ? `${kindText(work, usualCard(work))} · ${work.referencia}`
      : kindText(work, usualCard(work)),
  };
}

function shownPix({ id, amount, pix: { qrCode: code } = { qrCode: '' } }: Work): ShownPix {
  const picture = `data:image/svg+xml,${encodeURIComponent(qrCodeSvg(code, 'QR Code do Pix'))}`;
  return { id, amount: moneyText(amount), code, picture };
}

function askFor(work: Work, resumed: boolean): string {
  if (resumed) return 'Retomada depois de uma queda: o que aconteceu com ela?';
  if (work.kind === 'admin') return 'Concluir a operação administrativa?';
  return isRefundOfSale(work) ? 'Devolver o valor ao cartão?' : 'Aproxime, insira ou passe o cartão';
}
