import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuyerDevice } from '../../card-acquirer.ts';
import { redeAccount } from '../call/settings.ts';
import { accountAt, attemptAt } from '../test-account.ts';
import { saleBody } from './sale.ts';

const DEVICE: BuyerDevice = {
  userAgent: 'Mozilla/5.0',
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1_080,
  screenWidth: 1_920,
  timeZoneOffset: 3,
};

function sentDevice(changes: Partial<BuyerDevice>): Record<string, unknown> {
  const settings = accountAt('http://127.0.0.1');
  const account = redeAccount(settings, false);
  assert.ok(typeof account !== 'string');
  const address = 'http://loja.example/3ds/x/return';
  const authentication = {
    onFailure: 'decline',
    device: { ...DEVICE, ...changes },
    successUrl: address,
    failureUrl: address,
  } as const;
  const { threeDSecure } = saleBody(attemptAt(settings, { authentication }), account);
  return (threeDSecure as { device: Record<string, unknown> }).device;
}

test('a language is cut between its subtags, and one that is none is Brazilian Portuguese', () => {
  for (const [language, sent] of [
    ['pt-BR', 'pt-BR'],
    ['BR', 'BR'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['pt_BR', 'pt-BR'],
    ['en-', 'en'],
    ['português', 'portugus'],
    ['日本', 'pt-BR'],
    ['*', 'pt-BR'],
    ['', 'pt-BR'],
  ] as const) {
    assert.equal(sentDevice({ language }).language, sent);
  }
});

test('a colour depth is rounded down to one that EMV knows', () => {
  for (const [colorDepth, sent] of [
    [1, 1],
    [3, 1],
    [24, 24],
    [30, 24],
    [36, 32],
    [99, 48],
  ] as const) {
    assert.equal(sentDevice({ colorDepth }).colorDepth, sent);
  }
});
