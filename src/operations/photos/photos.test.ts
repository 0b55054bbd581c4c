import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { type OperationsRoom, openOperationsRoom, refusedWith } from '../test-room.ts';
import { MAX_PHOTOS_PER_PERSON } from './photo.ts';
import type { PhotoTables } from './tables.ts';
import { picture } from './test-images.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const image = (await picture('png', { width: 300, height: 200 })).toString('base64');

async function keep(room: OperationsRoom, personId: number): Promise<string> {
  const prepared = await room.photos.prepare(image, { personId });
  assert.ok(prepared);
  return room.photos.keep(prepared, personId);
}

async function assigned(room: OperationsRoom, personId: number, replaced?: string): Promise<string> {
  const photoId = await keep(room, personId);
  await room.database.write((transaction) =>
    room.photos.assign(transaction, { photoId, personId, replaced }),
  );
  return photoId;
}

async function filesOf({ dataDir }: OperationsRoom): Promise<string[]> {
  const all = await readdir(join(dataDir, 'photos'), { recursive: true, withFileTypes: true });
  return all.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function sweep(room: OperationsRoom): Promise<void> {
  for (const job of room.photos.jobs) await job.run(new AbortController().signal);
}

for (const engine of SQLITE_BY_DAY) {
  describe(`photos (${engine})`, () => {
    test('a photo and its thumbnail are cacheable forever, and served only as an image', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { id } = await room.addPerson();
      const photoId = await assigned(room, id);
      assert.match(photoId, /^[0-9a-f]{32}\.jpg$/);
      for (const url of [room.photos.url(photoId), room.photos.thumbnailUrl(photoId)]) {
        const answer = await room.get(url);
        assert.equal(answer.status, 200, url);
        assert.equal(answer.headers['content-type'], 'image/jpeg');
        assert.equal(Number(answer.headers['content-length']), answer.bytes.length);
        assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
        assert.equal(answer.headers['x-content-type-options'], 'nosniff');
        assert.equal(answer.headers['content-security-policy'], "default-src 'none'; sandbox");
        assert.equal(answer.bytes.toString('latin1', 0, 3), '\xff\xd8\xff');
      }
    });

    test('a photo whose file cannot be read is temporarily unavailable', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { id } = await room.addPerson();
      const photoId = await assigned(room, id);
      const folder = join(room.dataDir, 'photos', photoId.slice(0, 2));
      await rm(folder, { recursive: true });
      assert.equal((await room.get(room.photos.url(photoId))).status, 404);
      await writeFile(folder, 'not a folder');
      const answer = await room.get(room.photos.url(photoId));
      assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '30']);
    });

    test('no other file in or outside the folder is served', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { id } = await room.addPerson();
      const photoId = await assigned(room, id);
      const paths = [
        `/photos/thumbnail-${photoId}`,
        `/photos/${photoId}.partial`,
        `/photos/${photoId.replace('.jpg', '.png')}`,
        `/photos/${photoId.slice(0, 2)}`,
        '/photos/..%2f..%2fguiche.sqlite',
        '/photos/thumbnails/..%2f..%2fguiche.sqlite',
        `/photos/${'0'.repeat(32)}.jpg`,
        '/photos/',
      ];
      for (const path of paths) assert.equal((await room.get(path)).status, 404, path);
    });

    test('a photo of a person that waits for activation is not served', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const waiting = await room.accounts.addPerson({
        document: '98765432100',
        name: 'Nova',
        role: 'seller',
      });
      const photoId = await assigned(room, waiting.id);
      assert.equal((await room.get(room.photos.url(photoId))).status, 404);
      await room.accounts.activatePerson(waiting.id);
      assert.equal((await room.get(room.photos.url(photoId))).status, 200);
    });

    test('an unreferenced photo is not served, and is removed', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { id } = await room.addPerson();
      const forgotten = await keep(room, id);
      assert.equal((await room.get(room.photos.url(forgotten))).status, 404);
      await sweep(room);
      assert.equal((await filesOf(room)).length, 2, 'a request in progress may still refer to it');
      room.clock.advance(16 * MINUTE_MS);
      const named = await assigned(room, id);
      await sweep(room);
      assert.deepEqual((await filesOf(room)).sort(), [named, `thumbnail-${named}`].sort());
    });

    test('a replaced photo is removed and no longer counts', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { id } = await room.addPerson();
      const first = await assigned(room, id);
      const second = await assigned(room, id, first);
      assert.equal((await room.get(room.photos.url(first))).status, 404);
      assert.equal((await room.get(room.photos.url(second))).status, 200);
      room.clock.advance(16 * MINUTE_MS);
      await sweep(room);
      assert.equal((await filesOf(room)).length, 2);
      const usage = await room.database.read<PhotoTables>().selectFrom('photo_usage').selectAll().execute();
      assert.equal(usage.length, 1);
      assert.equal(usage[0]?.photos, 1);
    });

    test('a replaced photo can be kept for days from then on', async (context) => {
      const room = await openOperationsRoom(context, engine, { keptPhotoDays: 2 });
      const { id } = await room.addPerson();
      const first = await assigned(room, id);
      room.clock.advance(10 * DAY_MS);
      await assigned(room, id, first);
      for (const left of [4, 2]) {
        room.clock.advance(DAY_MS + MINUTE_MS);
        await sweep(room);
        assert.equal((await filesOf(room)).length, left);
      }
    });

    test('the number of photos of a person is limited', async (context) => {
      const room = await openOperationsRoom(context, engine);
      const { id } = await room.addPerson();
      const photoId = await assigned(room, id);
      await room.database.write(async (transaction) => {
        await transaction
          .tables<PhotoTables>()
          .updateTable('photo_usage')
          .set({ photos: MAX_PHOTOS_PER_PERSON })
          .execute();
      });
      await assert.rejects(keep(room, id), refusedWith('photos_exceeded', 409));
      const { id: other } = await room.addPerson();
      const kept = await keep(room, other);
      await assert.rejects(
        room.database.write((transaction) =>
          room.photos.assign(transaction, { photoId: kept, personId: id }),
        ),
        refusedWith('photos_exceeded', 409),
      );
      await room.database.write((transaction) =>
        room.photos.assign(transaction, { photoId: kept, personId: id, replaced: photoId }),
      );
      assert.equal((await room.get(room.photos.url(kept))).status, 200);
    });
  });
}
