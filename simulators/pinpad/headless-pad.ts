import { setTimeout as sleep } from 'node:timers/promises';
import type { Pad } from './pad.ts';
import { decideAlone } from './result.ts';

/** A pin pad without a page: it decides by the rules of the sandbox and prints what happens. */
export function createHeadlessPad(options: { readonly afterMs: number; write(line: string): void }): Pad {
  const never = new AbortController();
  return {
    show: ({ message, pairingCode }) => {
      if (pairingCode)
        options.write(`código de pareamento: ${pairingCode} (confirme-o no painel, em Terminais)`);
      else if (message !== undefined) options.write(message);
    },
    decide: async (work, { signal }) => {
      await sleep(options.afterMs, undefined, { signal }).catch(() => undefined);
      return signal.aborted ? undefined : decideAlone(work);
    },
    print: (text) => options.write(text),
    done: (message, result) => {
      options.write(message);
      if (result?.comprovanteCliente) options.write(result.comprovanteCliente);
    },
    // Work that is not pushed waits until a person starts it, and here there is none.
    offer: (work) => options.write(`à espera de quem a inicie: trabalho ${work.id}`),
    showPix: (work) => {
      options.write(`Pix a pagar: ${work.pix?.qrCode ?? ''}`);
      return () => options.write(`o Pix do trabalho ${work.id} saiu da tela`);
    },
    started: () => never.signal,
    takeStarted: () => undefined,
    awake: async () => undefined,
  };
}
