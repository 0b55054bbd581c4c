import { GuicheError, unavailable } from '../guiche-error.ts';
import type { FieldsEvents, FieldsStyle, HashAnswer, ToFrame, ToPage } from './messages.ts';

/** Limit after the frame's load event: its script reports at once, a refused page never does. */
const READY_WITHIN_MS = 5_000;
/** About the height of the fields, so that the page does not jump. */
const FIRST_HEIGHT = '300px';

export interface FieldsOptions {
  readonly style?: FieldsStyle;
}

/** The mounted card fields. */
export interface Fields {
  /**
   * Encrypts the typed card, valid for one sale, for eight minutes. Rejects with the first problem, which is also shown
   * to the buyer: an error with `code`, `field` and a Portuguese `message`.
   */
  cardHash(): Promise<string>;
  /** Returns a function that removes the listener. */
  on<Name extends keyof FieldsEvents>(name: Name, listener: (detail: FieldsEvents[Name]) => void): () => void;
  focus(): void;
  /** Empties the fields. */
  clear(): void;
  /** Removes the fields from the page. A pending cardHash is rejected. */
  remove(): void;
}

/** Mounts the frame of the checkout id at `address`. */
export function mountFields(
  address: string,
  target: Element | string,
  { style = {} }: FieldsOptions = {},
): Fields {
  const place = typeof target === 'string' ? document.querySelector(target) : target;
  if (!place) throw new Error('No element');
  const frame = document.createElement('iframe');
  frame.src = `${address}/fields?origin=${encodeURIComponent(location.origin)}`;
  const { origin } = new URL(frame.src);
  frame.title = 'Dados do cartão';
  frame.style.cssText = `display:block;width:100%;border:0;height:${FIRST_HEIGHT}`;

  const listeners = new Set<(event: string, detail: never) => void>();
  const on: Fields['on'] = (name, listener) => {
    const listen = (event: string, detail: never) => event === name && listener(detail);
    listeners.add(listen);
    return () => listeners.delete(listen);
  };
  const emit = (event: string, detail: unknown) => {
    for (const listen of listeners) listen(event, detail as never);
  };
  const send = (message: ToFrame, ports: MessagePort[] = []) =>
    frame.contentWindow?.postMessage(message, origin, ports);

  const opened = new Promise((resolve) => on('ready', resolve));
  let fail!: () => void;
  const failed = new Promise<never>((_, reject) => {
    fail = () => reject(unavailable());
  });
  failed.catch((error) => emit('error', error));
  let isOpen = false;
  frame.onload = () => setTimeout(() => isOpen || fail(), READY_WITHIN_MS);

  const receive = ({ source, origin: from, data }: MessageEvent<ToPage>) => {
    if (source !== frame.contentWindow || from !== origin) return;
    const { guiche: name, detail } = data;
    if (name === 'height') frame.style.height = `${detail}px`;
    if (name === 'ready') {
      isOpen = true;
      send({ guiche: 'set', style });
    }
    emit(name, detail);
  };
  addEventListener('message', receive);
  place.append(frame);

  return {
    async cardHash() {
      await Promise.race([failed, opened]);
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise<HashAnswer>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data as HashAnswer);
      });
      send({ guiche: 'hash' }, [port2]);
      const { cardHash, error } = await Promise.race([failed, answer]);
      if (error) throw new GuicheError(error.code, error.message, error.field);
      return cardHash;
    },
    on,
    focus: () => send({ guiche: 'focus' }),
    clear: () => send({ guiche: 'clear' }),
    remove() {
      removeEventListener('message', receive);
      listeners.clear();
      frame.remove();
      fail();
    },
  };
}
