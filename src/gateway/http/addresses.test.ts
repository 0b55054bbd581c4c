import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPostBackUrl, isReturnUrl } from './addresses.ts';

describe('postBackUrl', () => {
  test('can be any http(s) address in the sandbox', () => {
    for (const url of ['http://localhost:3000/x', 'https://loja.test/aviso?a=1', 'http://10.0.0.1:99/']) {
      assert.equal(isPostBackUrl(url, false), true, url);
    }
    for (const url of [
      'ftp://loja.test',
      'javascript:alert(1)',
      '/relative',
      'loja.test',
      'http://',
      ' http://loja.test',
      'http://loja.test/\r\nX: 1',
      'http://lo\tja.test/',
    ]) {
      assert.equal(isPostBackUrl(url, false), false, url);
    }
    assert.equal(isPostBackUrl(`https://loja.test/${'x'.repeat(282)}`, false), true);
    assert.equal(isPostBackUrl(`https://loja.test/${'x'.repeat(283)}`, false), false);
  });

  test('has one of three ports, no user and no private address in production', () => {
    for (const url of [
      'https://loja.test/a',
      'http://loja.test:8080',
      'https://loja.test:443',
      'http://8.8.8.8/',
      'https://[2606:4700::1111]/',
    ]) {
      assert.equal(isPostBackUrl(url, true), true, url);
    }
    const refused = [
      'https://loja.test:8443',
      'https://user@loja.test',
      'https://user:senha@loja.test',
      'http://127.0.0.1',
      'http://2130706433',
      'http://0x7f.1',
      'http://10.1.2.3',
      'http://172.31.0.1',
      'http://192.168.0.1',
      'http://169.254.169.254/latest',
      'http://100.64.0.1',
      'http://0.0.0.0',
      'http://224.0.0.1',
      'http://255.255.255.255',
      'http://[::1]',
      'http://[::]',
      'http://[::ffff:10.0.0.1]',
      'http://[::ffff:8.8.8.8]',
      'http://[64:ff9b::a00:1]',
      'http://[fd00::1]',
      'http://[fe80::1]',
      'http://localhost',
      'http://localhost.',
      'http://api.localhost',
    ];
    for (const url of refused) assert.equal(isPostBackUrl(url, true), false, url);
  });
});

describe('returnUrl', () => {
  test('is absolute http(s) without a user, and https in production', () => {
    assert.equal(isReturnUrl('http://loja.test/volta', false), true);
    assert.equal(isReturnUrl('http://loja.test/volta', true), false);
    assert.equal(isReturnUrl('https://loja.test/volta', true), true);
    for (const url of [
      'https://u@loja.test',
      '//loja.test',
      'data:text/html,x',
      'https://loja.test/\nvolta',
      'https://loja.test/\u0085',
      `https://loja.test/${'x'.repeat(500)}`,
    ]) {
      assert.equal(isReturnUrl(url, false), false, url);
    }
  });
});
