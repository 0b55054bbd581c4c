import type { BuyerDevice } from '../../providers/index.ts';

const MAX_USER_AGENT = 500;
const LANGUAGE = /^[A-Za-z][A-Za-z0-9_-]{1,34}$/;

/** Default device data for a browser without scripts: 3-D Secure requires all fields. */
const WITHOUT_SCRIPT = { cores: 24, altura: 800, largura: 360, fuso: 3 } as const;
const LIMITS = { cores: [1, 99], altura: [1, 999_999], largura: [1, 999_999], fuso: [-14, 14] } as const;

/** The buyer's browser, as its request and the page's script describe it. */
export function readBrowser(form: URLSearchParams, headers: Readonly<Record<string, unknown>>): BuyerDevice {
  const number = (name: keyof typeof LIMITS): number => {
    const [least, most] = LIMITS[name];
    const text = form.get(name) ?? '';
    const value = /^-?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : WITHOUT_SCRIPT[name];
  };
  const accepted = String(headers['accept-language'] ?? '')
    .split(/[,;]/, 1)[0]
    ?.trim();
  const language = [form.get('idioma'), accepted].find((text) => LANGUAGE.test(text ?? ''));
  return {
    userAgent: String(headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT) || 'unknown',
    colorDepth: number('cores'),
    deviceType3ds: 'BROWSER',
    javaEnabled: false,
    language: language ?? 'pt-BR',
    screenHeight: number('altura'),
    screenWidth: number('largura'),
    timeZoneOffset: number('fuso'),
  };
}
