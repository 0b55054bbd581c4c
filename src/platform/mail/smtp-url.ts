/** Where mails are handed in, as a setting names it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise by STARTTLS. */
  readonly tls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `smtp://usuário:senha@servidor:587`, `smtps://…:465`; undefined for anything else. */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !(url.protocol === 'smtp:' || url.protocol === 'smtps:') || url.hostname === '')
    return undefined;
  if ((url.pathname !== '' && url.pathname !== '/') || url.search !== '' || url.hash !== '') return undefined;
  if ((url.username === '') !== (url.password === '')) return undefined;
  try {
    return {
      host: url.hostname,
      port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
      tls: url.protocol === 'smtps:',
      user: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
    };
  } catch {
    return undefined;
  }
}

/** On this machine nobody listens in between. */
export function isOnThisMachine({ host }: Pick<SmtpServer, 'host'>): boolean {
  return LOOPBACK.has(host.toLowerCase());
}
