/** A piece of work (docs/guias/cliente-de-pagamento.md). */
export interface Work {
  readonly id: number;
  readonly kind: string;
  readonly taken: boolean;
  /** It ended without this client, which only says what became of it. */
  readonly canceled?: boolean;
  readonly autoStart: boolean;
  readonly formaPagamentoId: number | null;
  /** Centavos. */
  readonly amount: number;
  readonly quantidadeParcelas: number;
  readonly referencia: string | null;
  /** The text of a print job. */
  readonly conteudo?: string;
  /** Of the kind `show`. */
  readonly pix?: { readonly qrCode: string };
}

/** `status` 0: the service could not be reached. */
export interface ServiceAnswer {
  readonly status: number;
  /** Parsed JSON; an empty object without one. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service's interface for payment clients. */
export interface Service {
  post(
    path: string,
    options: { readonly key?: string | undefined; readonly body?: object; readonly signal: AbortSignal },
  ): Promise<ServiceAnswer>;
}

/** Longer than the longest poll. */
const TIMEOUT_MS = 40_000;

export function createService(url: string): Service {
  return {
    post: async (path, { key, body = {}, signal }) => {
      const over = new AbortController();
      const end = () => over.abort();
      const timer = setTimeout(end, TIMEOUT_MS);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      try {
        const response = await fetch(`${url}/payment-client/v1/${path}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify(body),
          signal: over.signal,
        });
        const text = await response.text();
        return { status: response.status, body: objectIn(text) };
      } catch {
        return { status: 0, body: {} };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
      }
    },
  };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
