import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import { type OperationsRoom, openOperationsRoom } from '../test-room.ts';
import { startDecodeProcess } from './decoder.ts';
import { picture } from './test-images.ts';

const photo = (await picture('gif', { width: 300, height: 200 })).toString('base64');

function registration({ inject }: OperationsRoom, remoteAddress: string) {
  return inject({
    method: 'POST',
    url: '/Pessoa/Insert',
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ NomeRazaoSocial: 'Nova', CpfCnpj: '11144477735', Foto: photo }),
  });
}

test('slow pictures of callers without a key do not keep a seller from writing, with a picture or without', async (context) => {
  const processes: ChildProcess[] = [];
  const room = await openOperationsRoom(context, 'sqlite', {
    startDecodeProcess: () => {
      const process = startDecodeProcess();
      // The first process, which gets a picture without a key, is paused until the test continues it.
      if (processes.length === 0) process.kill('SIGSTOP');
      processes.push(process);
      return process;
    },
  });
  const { key } = await room.addPerson();
  const answered: number[] = [];
  const strangers = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
  const flood = [...strangers, ...strangers].map(async (address) => {
    answered.push((await registration(room, address)).status);
  });
  assert.equal((await room.call('/ProdutoCategoria/Insert', key, { nome: 'Bebidas' })).status, 200);
  const product = await room.call('/Produto/Insert', key, { nome: 'Café', fotBase64: photo });
  assert.equal(product.status, 200);
  assert.equal(processes.length, 2);
  assert.deepEqual(answered, []);
  processes[0]?.kill('SIGCONT');
  await Promise.all(flood);
  assert.deepEqual(answered, new Array(8).fill(200));
});

test('too many concurrent pictures of one network without a key are refused', async (context) => {
  const processes: ChildProcess[] = [];
  const room = await openOperationsRoom(context, 'sqlite', {
    startDecodeProcess: () => {
      const process = startDecodeProcess();
      process.kill('SIGSTOP');
      processes.push(process);
      return process;
    },
  });
  const accepted = [1, 2, 3].map(() => registration(room, '192.0.2.1'));
  const refused = await registration(room, '192.0.2.1');
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '2']);
  for (const process of processes) process.kill('SIGCONT');
  assert.deepEqual(
    (await Promise.all(accepted)).map(({ status }) => status),
    [200, 200, 200],
  );
});
