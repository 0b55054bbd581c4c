import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testService } from '../../support/service.ts';
import { recurringCharges } from './recurring-charge.ts';
import { numberOf, SCHEME_LINES, said } from './scheme-lines.ts';

const SETTINGS = { GUICHE_SIM_TIME_SCALE: '1000', GUICHE_TRUSTED_PROXIES: '127.0.0.1' };

describe('a recurring charge that the issuer refuses', () => {
  const service = testService('sqlite', SETTINGS);
  const { plays } = recurringCharges(service);
  const force = async (body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const asked = { method: 'POST', path: '/__sim/force', headers, body: JSON.stringify(body) };
    assert.equal((await service.send(asked)).status, 200);
  };

  before(() => service.start());
  after(async () => {
    await service.stop();
    await service.remove();
  });

  for (const [index, line] of SCHEME_LINES.entries()) {
    test(`${said(line)}: ${line.mayRetry}`, () => plays(line, numberOf(line.brand, index), force));
  }
});
