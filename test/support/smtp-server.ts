import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly header: (name: string) => string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Name and content of the first file that it brings. */
  readonly attachment: { readonly name: string; readonly content: Buffer } | undefined;
}

/** What a recipient's server says to a mail; undefined: it takes it. */
type Answer = string | undefined;

export interface SmtpServer {
  /** `smtp://usuario:senha@127.0.0.1:PORT` */
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** From now on. */
  answerRecipients(answer: Answer): void;
  close(): Promise<void>;
}

/** A mail server that keeps what it gets, as far as RFC 5321 is needed for that. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let toRecipients: Answer;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    converse(socket, { answer: () => toRecipients, keep: (mail) => received.push(mail) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://usuario:senha@127.0.0.1:${port}`,
    received,
    answerRecipients: (answer) => {
      toRecipients = answer;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(
  socket: Socket,
  { answer, keep }: { answer(): Answer; keep(mail: ReceivedMail): void },
): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let pending = '';
  let from = '';
  let to: string[] = [];
  let isData = false;
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') say('250-mail.example\r\n250-AUTH PLAIN\r\n250 8BITMIME');
    else if (verb === 'AUTH') say('235 accepted');
    else if (verb === 'MAIL') {
      from = addressIn(line);
      to = [];
      say('250 ok');
    } else if (verb === 'RCPT') {
      const refusal = answer();
      if (refusal === undefined) to.push(addressIn(line));
      say(refusal ?? '250 ok');
    } else if (verb === 'DATA') {
      isData = true;
      say('354 go on');
    } else if (verb === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  };
  say('220 mail.example');
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      const mark = isData ? '\r\n.\r\n' : '\r\n';
      const end = pending.indexOf(mark);
      if (end < 0) return;
      const part = pending.slice(0, end);
      pending = pending.slice(end + mark.length);
      if (!isData) {
        command(part);
        continue;
      }
      isData = false;
      keep(readMail(part.replaceAll('\r\n..', '\r\n.'), from, to));
      say('250 queued');
    }
  });
}

function addressIn(line: string): string {
  return /<(.*?)>/.exec(line)?.[1] ?? '';
}

function readMail(source: string, from: string, to: readonly string[]): ReceivedMail {
  const headers = headersOf(source);
  const parts = partsOf(source);
  const partOf = (type: string) => {
    const part = parts.find((one) => headersOf(one.trimStart()).get('content-type')?.startsWith(type)) ?? '';
    return contentOf(part.trimStart());
  };
  return {
    from,
    to,
    header: (name) => headers.get(name.toLowerCase()) ?? '',
    subject: decodedWords(headers.get('subject') ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    attachment: attachmentIn(parts),
  };
}

/** The leaves of a message: one with files has its texts one level down. */
function partsOf(source: string): readonly string[] {
  const boundary = /boundary="(.+?)"/.exec(headersOf(source).get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [source];
  return source
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.trimStart()));
}

function attachmentIn(parts: readonly string[]): ReceivedMail['attachment'] {
  const part = parts.find((one) => headersOf(one).get('content-disposition')?.startsWith('attachment'));
  if (part === undefined) return undefined;
  const name = /filename="?([^";]+)/.exec(headersOf(part).get('content-disposition') ?? '')?.[1] ?? '';
  return { name, content: Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'base64') };
}

function headersOf(part: string): ReadonlyMap<string, string> {
  const [head = ''] = part.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

function contentOf(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  const encoding = headersOf(part).get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedPrintable(body.replaceAll(/=\r\n/g, ''));
  return body;
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`, of which a long subject has several. */
function decodedWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    );
}
