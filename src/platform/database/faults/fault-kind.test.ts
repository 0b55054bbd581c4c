import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DatabaseFault, databaseFaultOf } from './fault-kind.ts';
import { CannotConnect, isUnavailable } from './postgres-errors.ts';

const withCode = (code: string, message = 'something') => Object.assign(new Error(message), { code });

const FAULTS: readonly (readonly [DatabaseFault, Error])[] = [
  ['password', withCode('28P01', 'password authentication failed for user "guiche"')],
  ['password', withCode('28000', 'no pg_hba.conf entry')],
  ['no_password', new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')],
  ['database', withCode('3D000', 'database "nenhum" does not exist')],
  ['certificate', withCode('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['certificate', withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['certificate', withCode('CERT_HAS_EXPIRED')],
  ['certificate', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
  ['tls', new Error('The server does not support SSL connections')],
  ['name', withCode('ENOTFOUND')],
  ['refused', withCode('ECONNREFUSED')],
  ['refused', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ['standby', new Error('this server takes no writes')],
  ['full', withCode('53300', 'too many clients already')],
  ['away', new Error('timeout exceeded when trying to connect')],
];

test('the reason is found behind what the pool makes of it, and none of them is a fault of ours', () => {
  for (const [kind, error] of FAULTS) {
    assert.equal(databaseFaultOf(new CannotConnect(error)), kind, error.message);
    assert.ok(isUnavailable(new CannotConnect(error)));
  }
});

test('a certificate that expires while the service runs is an outage, and a bug is none', () => {
  assert.equal(isUnavailable(withCode('CERT_HAS_EXPIRED')), true);
  assert.equal(isUnavailable(new TypeError('undefined is not a function')), false);
  assert.equal(databaseFaultOf('a text'), 'away');
});
