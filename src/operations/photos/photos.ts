import type { ChildProcess } from 'node:child_process';
import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { RequestSender } from '../interface/sender.ts';
import { createDecoder, startDecodeProcess } from './decoder.ts';
import { createDecodingTurns } from './decoding-turns.ts';
import type { DrawnPdf } from './draw-pdf.ts';
import { createPhotoFiles, type PhotoFiles } from './files.ts';
import {
  type DecodeLimits,
  LIMITS_WITH_KEY,
  LIMITS_WITHOUT_KEY,
  MAX_BYTES_PER_PERSON,
  MAX_PHOTOS_PER_PERSON,
  PAGE_SIDE,
  type PreparedPhoto,
  readImageText,
  readPagesText,
} from './photo.ts';
import { refusePhoto } from './refusals.ts';
import { assignToPerson, findPhotoOwner, findUsage, insertPhoto, type Usage, unassign } from './store.ts';
import { sweepPhotos } from './sweep.ts';
import type { PhotoTables } from './tables.ts';

const ID_BYTES = 16;
const SWEEP_EVERY_MS = 5 * 60_000;
const BROKEN: DrawnPdf = { problem: 'broken' };

export interface Photos {
  /**
   * Decodes a base64 text in the sender's turn. Undefined if it is not a JPEG, PNG, WebP or GIF, is broken, or exceeds
   * the sender's limits. Refusal: photos_busy.
   */
  prepare(text: string, sender: RequestSender): Promise<PreparedPhoto | undefined>;
  /**
   * The same for a picture of a page, whose small type stays readable, or for a PDF: JPEGs of all of its pages. Why nothing is taken.
   * Refusals: photos_busy, pdfs_busy.
   */
  preparePages(text: string, sender: RequestSender): Promise<DrawnPdf>;
  /**
   * Writes the files and returns the photo's id. It is not served before `assign`; if that never happens, because the
   * request is refused or the process dies, the photo is removed later. `personId`: its future owner, if known.
   * Refusals: photos_exceeded, unavailable when the disk is full.
   */
  keep(photo: PreparedPhoto, personId: number | undefined): Promise<string>;
  /**
   * Assigns a stored photo to a person, in the transaction that writes the row referring to it; `replaced` is the photo
   * that the row referred to before. Without `photoId` the row no longer has a photo. Refusal: photos_exceeded.
   */
  assign(
    transaction: WriteTransaction,
    naming: {
      readonly photoId: string | undefined;
      readonly personId: number;
      readonly replaced?: string | undefined;
    },
  ): Promise<void>;
  url(photoId: string): string;
  thumbnailUrl(photoId: string): string;
  readonly jobs: readonly Job[];
  /** For the routes: the owner of a photo, undefined when nothing refers to it. */
  ownerOf(photoId: string): Promise<number | undefined>;
  readonly files: Pick<PhotoFiles, 'open'>;
  /** Ends the processes that decode. */
  close(): Promise<void>;
}

export interface PhotosOptions {
  readonly database: Database;
  /** Photos are stored in its folder `photos`; instances that share a database must share this folder too. */
  readonly dataDir: string;
  /** Base address of the links, without a trailing slash. */
  publicUrl(): string;
  readonly clock: Clock;
  /** For how long photos stay that nothing refers to any more; 0 by default: a quarter of an hour. */
  readonly keptDays?: number;
  readonly randomBytes: (size: number) => Buffer;
  /** Called when a decoding process fails; its picture is refused as if it were not an image. */
  onDecoderError(error: unknown): void;
  startDecodeProcess?: () => ChildProcess;
}

export function createPhotos(options: PhotosOptions): Photos {
  const { database, clock, randomBytes, keptDays = 0 } = options;
  const files = createPhotoFiles(options.dataDir);
  const decoder = createDecoder({
    onError: options.onDecoderError,
    startProcess: options.startDecodeProcess ?? startDecodeProcess,
  });
  const turns = createDecodingTurns();
  const limitsOf = (sender: RequestSender) => ('personId' in sender ? LIMITS_WITH_KEY : LIMITS_WITHOUT_KEY);
  const pagesOf = async (bytes: Buffer, limits: DecodeLimits): Promise<DrawnPdf> => {
    const page = await decoder.decode(bytes, { ...limits, side: PAGE_SIDE, onWhite: true });
    return page ? { pages: [page.photo] } : BROKEN;
  };
  return {
    prepare: async (text, sender) => {
      const bytes = readImageText(text);
      return bytes && turns.picture(sender, bytes.length, () => decoder.decode(bytes, limitsOf(sender)));
    },
    preparePages: async (text, sender) => {
      const sent = readPagesText(text);
      if (!sent) return BROKEN;
      const { bytes, isPdf } = sent;
      return isPdf
        ? turns.pdf(sender, bytes.length, () => decoder.draw(bytes))
        : turns.picture(sender, bytes.length, () => pagesOf(bytes, limitsOf(sender)));
    },
    keep: async (photo, personId) => {
      const bytes = photo.photo.length + photo.thumbnail.length;
      if (personId !== undefined) {
        const { photos, bytes: used } = await findUsage(database.read<PhotoTables>(), personId);
        refuseExcess({ photos: photos + 1, bytes: used + bytes });
      }
      const id = `${randomBytes(ID_BYTES).toString('hex')}.${photo.extension}`;
      await database.write((transaction) =>
        insertPhoto(transaction.tables<PhotoTables>(), { id, bytes, createdAt: clock.now() }),
      );
      await files.write(id, photo);
      return id;
    },
    assign: async (transaction, { photoId, personId, replaced }) => {
      const tables = transaction.tables<PhotoTables>();
      if (replaced !== undefined) await unassign(tables, { photoId: replaced, personId, at: clock.now() });
      if (photoId !== undefined) refuseExcess(await assignToPerson(tables, photoId, personId));
    },
    url: (photoId) => `${options.publicUrl()}/photos/${photoId}`,
    thumbnailUrl: (photoId) => `${options.publicUrl()}/photos/thumbnails/${photoId}`,
    jobs: [
      {
        name: 'photos-sweep',
        everyMs: SWEEP_EVERY_MS,
        where: 'leased',
        run: (signal) => sweepPhotos({ database, files, clock, keptDays }, signal),
      },
    ],
    ownerOf: (photoId) => findPhotoOwner(database.read<PhotoTables>(), photoId),
    files,
    close: decoder.close,
  };
}

function refuseExcess(usage: Usage): void {
  if (usage.photos > MAX_PHOTOS_PER_PERSON || usage.bytes > MAX_BYTES_PER_PERSON) {
    throw refusePhoto('photos_exceeded');
  }
}
