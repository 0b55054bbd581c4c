import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARAMETERS } from './parameters.ts';
import {
  changedTerminal,
  DEFAULT_SETTINGS,
  type SettingChanges,
  SWITCHES,
  type Terminal,
} from './terminal.ts';

const TERMINAL: Terminal = {
  id: 1,
  personId: 2,
  name: 'Caixa 1',
  physicalTerminalId: 3,
  printerId: 8,
  lastChange: undefined,
  archived: false,
  settings: { ...DEFAULT_SETTINGS, tefIdentifier: 'A1' },
};
const UNSAID = Object.fromEntries(
  Object.keys(DEFAULT_SETTINGS).map((name) => [name, undefined]),
) as SettingChanges;
const changed = (settings: Partial<SettingChanges>, printerId?: number | null) =>
  changedTerminal(TERMINAL, { name: 'Caixa 2', printerId, settings: { ...UNSAID, ...settings } }, 3);

test('fields that an edit does not send stay', () => {
  assert.deepEqual(changed({}), { ...TERMINAL, name: 'Caixa 2' });
});

test('every switch can be changed on its own', () => {
  for (const name of SWITCHES) {
    const turned = !TERMINAL.settings[name];
    assert.deepEqual(changed({ [name]: turned }).settings, { ...TERMINAL.settings, [name]: turned });
  }
});

test('null clears: the printer, a text, and the kind of installments back to the default', () => {
  assert.equal(changed({}, null).printerId, undefined);
  assert.equal(changed({}, 9).printerId, 9);
  assert.equal(changed({ tefIdentifier: null }).settings.tefIdentifier, '');
  const settings = { ...TERMINAL.settings, installmentKind: 'admin' } as const;
  const changes = { name: 'Caixa 2', printerId: undefined, settings: { ...UNSAID, installmentKind: null } };
  assert.equal(changedTerminal({ ...TERMINAL, settings }, changes, 3).settings.installmentKind, 'loja');
});

test('nineteen parameters represent eighteen settings', () => {
  assert.equal(new Set(PARAMETERS.map(({ id }) => id)).size, 19);
  assert.deepEqual(new Set(PARAMETERS.map(({ setting }) => setting)), new Set(Object.keys(DEFAULT_SETTINGS)));
  assert.equal(Object.keys(DEFAULT_SETTINGS).length, 18);
});
