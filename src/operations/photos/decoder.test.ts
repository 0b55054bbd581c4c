import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { type TestContext, test } from 'node:test';
import { createDecoder, MAX_DECODE_MS, startDecodeProcess } from './decoder.ts';
import { LIMITS_WITH_KEY } from './photo.ts';
import { picture } from './test-images.ts';
import { LETTER, pdfOf } from './test-pdf.ts';

const small = await picture('gif', { width: 30, height: 20 });

/** A decoder, the processes that it started, and the failures that it reported. */
function scene(context: TestContext, maxMemoryBytes?: number, maxPdfCpuMs?: number) {
  const processes: ChildProcess[] = [];
  const errors: unknown[] = [];
  const decoder = createDecoder({
    onError: (error) => errors.push(error),
    startProcess: () => {
      const process = startDecodeProcess(maxMemoryBytes, maxPdfCpuMs);
      processes.push(process);
      return process;
    },
  });
  context.after(() => decoder.close());
  return { decoder, processes, errors, decode: (bytes: Buffer) => decoder.decode(bytes, LIMITS_WITH_KEY) };
}

test('pictures are decoded one after the other in one process, side by side in two', async (context) => {
  const { decode, processes } = scene(context);
  const photo = await decode(small);
  assert.equal(photo?.extension, 'jpg');
  assert.ok(Buffer.isBuffer(photo?.photo) && Buffer.isBuffer(photo.thumbnail));
  assert.equal(await decode(Buffer.from('GIF89a, or so it says')), undefined);
  assert.equal(processes.length, 1);
  const both = await Promise.all([decode(small), decode(small)]);
  assert.deepEqual(
    both.map((one) => one?.extension),
    ['jpg', 'jpg'],
  );
  assert.equal(processes.length, 2);
});

test('a PDF is drawn in such a process too, whose memory and time are watched meanwhile', async (context) => {
  const pdf = await pdfOf([LETTER, LETTER]);
  const { decoder, processes } = scene(context);
  const drawn = await decoder.draw(pdf);
  assert.ok('pages' in drawn);
  assert.deepEqual(drawn.pages.map(Buffer.isBuffer), [true, true]);
  assert.equal(processes.length, 1);
  for (const limited of [scene(context, 60 * 1024 * 1024), scene(context, undefined, 20)]) {
    assert.deepEqual(await limited.decoder.draw(pdf), { problem: 'heavy' });
    assert.match(String(limited.errors), /too much memory or time/);
  }
});

test('a process that is ending because it was idle gets no picture', async (context) => {
  const { decode, processes, errors } = scene(context);
  await decode(small);
  processes[0]?.disconnect();
  assert.equal((await decode(small))?.extension, 'jpg');
  assert.equal(processes.length, 2);
  assert.deepEqual(errors, []);
});

test('the process has a lower priority than payments and gets no secrets', async (context) => {
  const { decode, processes } = scene(context);
  process.env.TEST_SECRET = 'kept to the service';
  context.after(() => {
    delete process.env.TEST_SECRET;
  });
  await decode(small);
  const pid = processes[0]?.pid ?? 0;
  assert.equal(getPriority(pid), Math.min(getPriority() + 5, 19));
  if (process.platform !== 'linux') return;
  assert.doesNotMatch(await readFile(`/proc/${pid}/environ`, 'utf8'), /TEST_SECRET|PATH/);
  assert.equal((await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).trim(), '1000');
});

test('a picture that needs too much memory ends its process, and the next one gets a new process', async (context) => {
  const { decode, processes, errors } = scene(context, 150 * 1024 * 1024);
  // Its pixels alone take a hundred megabytes.
  const large = await picture('gif', { width: 5_000, height: 5_000 });
  assert.equal(await decode(large), undefined);
  assert.match(String(errors), /too much memory or time/);
  assert.ok(await decode(small));
  assert.equal(processes.length, 2);
});

test('a process that hangs is killed, and the next picture gets a new process', async (context) => {
  const { decode, processes, errors } = scene(context);
  await decode(small);
  processes[0]?.kill('SIGSTOP');
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const hung = decode(small);
  context.mock.timers.tick(MAX_DECODE_MS);
  assert.equal(await hung, undefined);
  assert.match(String(errors), /too much memory or time/);
  assert.ok(await decode(small));
  assert.equal(processes.length, 2);
});

test('a signal to the whole process group does not interrupt the current picture', async (context) => {
  const { decode, processes } = scene(context);
  await decode(small);
  const photo = decode(await picture('gif', { width: 2_000, height: 2_000 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) processes[0]?.kill(signal);
  assert.ok(await photo);
});

test('a process without work ends after a while', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { decode, processes } = scene(context);
  await decode(small);
  const [idle] = processes;
  assert.ok(idle);
  const exited = once(idle, 'exit');
  context.mock.timers.tick(10_000);
  assert.deepEqual(await exited, [0, null]);
});

test('closing ends all processes, including busy ones', async (context) => {
  const { decoder, decode, processes } = scene(context);
  const large = await picture('gif', { width: 2_000, height: 2_000 });
  const decoding = [decode(large), decode(small)];
  await decoder.close();
  assert.deepEqual(await Promise.all(decoding), [undefined, undefined]);
  assert.ok(processes.every((process) => process.signalCode === 'SIGKILL'));
  assert.equal(await decode(small), undefined);
});
