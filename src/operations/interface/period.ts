import { Text } from '../../platform/http/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { operationRefuse } from './refusals.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60_000;
const MAX_MOMENT_CHARACTERS = 40;

/** Of the filters of a list; `readPeriod` reads them. */
export const PERIOD_FIELDS = {
  dataInicio: Text({
    maxLength: MAX_MOMENT_CHARACTERS,
    description: 'dd/MM/aaaa, com ou sem HH:mm:ss; também aaaa-MM-dd, com ou sem THH:mm:ss',
    examples: ['01/02/2026'],
  }),
  dataFim: Text({
    maxLength: MAX_MOMENT_CHARACTERS,
    description: 'Como dataInicio; sem hora, até o fim do dia',
  }),
};

/** Milliseconds since 1970: at or after, and before. */
export interface Period {
  readonly from: number | undefined;
  readonly until: number | undefined;
}

/** The period of a list. An end without a time is the whole day; one that cannot be read counts as not sent. */
export function readPeriod(
  sent: { readonly dataInicio?: string | undefined; readonly dataFim?: string | undefined },
  time: LocalTime,
): Period {
  const from = readLocalMoment(sent.dataInicio, time);
  const end = readLocalMoment(sent.dataFim, time);
  const nextDay = end && time.startOfDay(time.day(end.at + 36 * HOUR_MS));
  return { from: from?.at, until: end && (end.wholeDay ? nextDay : end.at + SECOND_MS) };
}

/** The moment of a date, with or without its time. Refusal: value_invalid. */
export function readMoment(field: string, sent: string, time: LocalTime): number {
  const moment = readLocalMoment(sent, time);
  if (moment) return moment.at;
  const message = `O campo ${field} deve ser uma data como 31/01/2026 ou 31/01/2026 18:30:00.`;
  throw operationRefuse('value_invalid', { field, message });
}

interface LocalMoment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** No time was sent. */
  readonly wholeDay: boolean;
}

const BRAZILIAN_DAY = /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})/;
/** Four digits first: no doubt which form it is. */
const ISO_DAY = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/;
const CLOCK_TIME =
  /^[T ](?<hours>\d{2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,]\d{1,9})?)?(?<zone>Z|[+-]\d{2}:?\d{2})?$/i;

/** `31/01/2026 18:30:00` or `2026-01-31T18:30:00`, local unless it names an offset; undefined for anything else. */
function readLocalMoment(sent: string | undefined, time: LocalTime): LocalMoment | undefined {
  const text = sent?.trim() ?? '';
  const [day = '', fields] = partsOf(BRAZILIAN_DAY, text) ?? partsOf(ISO_DAY, text) ?? [];
  const date = `${fields?.year}-${fields?.month}-${fields?.day}`;
  if (!isDate(date)) return undefined;
  if (text === day) return { at: time.startOfDay(date), wholeDay: true };
  const [, clock] = partsOf(CLOCK_TIME, text.slice(day.length)) ?? [];
  if (!clock) return undefined;
  const { hours = '', minutes = '', seconds = '00', zone } = clock;
  if (Number(hours) >= 24 || Number(minutes) >= 60 || Number(seconds) >= 60) return undefined;
  const local = `${date}T${hours}:${minutes}:${seconds}`;
  const at = zone === undefined ? time.fromIso(local) : Date.parse(`${local}${withColon(zone)}`);
  return Number.isNaN(at) ? undefined : { at, wholeDay: false };
}

type Parts = readonly [string, Readonly<Record<string, string | undefined>>];

function partsOf(form: RegExp, text: string): Parts | undefined {
  const match = form.exec(text);
  return match ? [match[0], match.groups ?? {}] : undefined;
}

function isDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}

/** `-0300` is `-03:00`. */
function withColon(zone: string): string {
  return zone.toUpperCase().replace(/(\d{2}):?(\d{2})$/, '$1:$2');
}
