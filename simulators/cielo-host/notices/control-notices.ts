import { refuseControl, textOf } from '../../host/control/reading.ts';
import { type Fields, isObject } from '../../host/fields.ts';
import type { Notices } from './notices.ts';

const MAX_HEADERS = 3;
const MAX_URL = 255;

/** What a tester may set and see of the notices. Throws `Refusal` for invalid input. */
export function noticeControl(notices: Notices) {
  return {
    notices: () => ({ waiting: notices.waiting() }),
    /** `url` absent: nobody is told any more. Up to three headers. */
    setNotices({ url, headers = {} }: Fields) {
      notices.sendTo(url === undefined ? undefined : { url: urlOf(url), headers: headersOf(headers) });
      return { waiting: notices.waiting() };
    },
    /** A round now; `lose` that many of it, or send each `twice`. `paymentId` is told of besides, though it may be nobody's. */
    async sendNotices({ lose, twice, paymentId }: Fields = {}) {
      const foreign = textOf(paymentId);
      if (foreign !== undefined) notices.add(foreign, 1);
      const sent = await notices.send({ lose: typeof lose === 'number' ? lose : 0, twice: twice === true });
      return { ...sent, waiting: notices.waiting() };
    },
  };
}

function urlOf(url: unknown): string {
  const text = textOf(url);
  if (text !== undefined && text.length <= MAX_URL && URL.canParse(text)) return text;
  throw refuseControl('sim_invalid', { message: `url deve ser um endereço de até ${MAX_URL} caracteres.` });
}

function headersOf(headers: unknown): Readonly<Record<string, string>> {
  const entries = isObject(headers) ? Object.entries(headers) : [];
  const isGood = isObject(headers) && entries.length <= MAX_HEADERS;
  if (!isGood || entries.some(([, value]) => typeof value !== 'string')) {
    throw refuseControl('sim_invalid', { message: `headers deve ter até ${MAX_HEADERS} textos.` });
  }
  return Object.fromEntries(entries) as Record<string, string>;
}
