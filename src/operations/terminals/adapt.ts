import { member, memberAsSent } from '../interface/request.ts';
import { PARAMETERS } from './parameters.ts';
import { SWITCHES } from './terminal.ts';

const SWITCH_NAMES: ReadonlySet<string> = new Set(SWITCHES);

/** Converts a request's alternative forms into the fields of the schema. */
export function adaptTerminal(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return { ...body, ...printerOf(body), ...settingsOf(body) };
}

/** 0 in place of the printer object means none. */
function printerOf(body: object): object {
  const printer = member(body, 'impressora');
  const none = printer !== undefined && typeof printer !== 'object' && String(printer).trim() === '0';
  return none ? { impressora: { id: 0 } } : {};
}

/** The configuration fields given in terminalParametros and not by their own names. */
function settingsOf(body: object): object {
  const sent = member(body, 'terminalParametros');
  if (!Array.isArray(sent)) return {};
  const settings = PARAMETERS.flatMap(({ id, name, setting, field }) => {
    const parameter = sent.findLast((one) => isParameter(one, id, name));
    const value = memberAsSent(parameter, 'valor');
    return value === undefined || isNamed(body, field, SWITCH_NAMES.has(setting)) ? [] : [[field, value]];
  });
  return Object.fromEntries(settings);
}

function isParameter(sent: unknown, id: number, name: string): boolean {
  const parameter = member(sent, 'parametro');
  const sentId =
    member(parameter, 'id') ?? (member(parameter, 'nome') === undefined ? member(sent, 'id') : undefined);
  if (sentId !== undefined) return String(sentId).trim() === String(id);
  return String(member(parameter, 'nome')).trim().toLowerCase() === name.toLowerCase();
}

/** An empty text leaves a switch unchanged, and clears a text. */
function isNamed(body: object, field: string, isSwitch: boolean): boolean {
  const value = memberAsSent(body, field);
  return value !== undefined && value !== null && !(isSwitch && value === '');
}
