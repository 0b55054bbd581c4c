import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import { httpRefuse } from '../../platform/http/index.ts';
import type { Size } from './files.ts';
import { contentTypeOf, isPhotoId } from './photo.ts';
import type { Photos } from './photos.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/** A URL always means the same photo: another photo gets another URL. */
const HEADERS = {
  'Cache-Control': `public, max-age=${ONE_YEAR_SECONDS}, immutable`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
};

const Image = { type: 'string', contentEncoding: 'binary' } as const;

/** GET of a photo and of its thumbnail: public for everybody who knows the URL, while its owner is active. */
export function registerPhotoRoutes(
  app: FastifyInstance,
  { photos, accounts }: { readonly photos: Photos; readonly accounts: Pick<Accounts, 'findPerson'> },
): void {
  const serve = (size: Size) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { photoId } = request.params as { photoId: string };
    if (!isPhotoId(photoId)) throw httpRefuse('not_found');
    const personId = await photos.ownerOf(photoId);
    const person = personId === undefined ? undefined : await accounts.findPerson(personId);
    const file = person?.status === 'active' ? await photos.files.open(photoId, size) : undefined;
    if (!file) throw httpRefuse('not_found');
    const { size: length } = await file.stat();
    return reply
      .headers({ ...HEADERS, 'Content-Type': contentTypeOf(photoId), 'Content-Length': length })
      .send(file.createReadStream());
  };
  const route = (url: string, summary: string, size: Size) =>
    app.get(url, {
      config: { cors: true },
      schema: {
        summary,
        tags: ['Fotos'],
        params: Type.Object({ photoId: Type.String({ description: 'Como na URL entregue' }) }),
        response: { 200: { description: 'A imagem', content: { 'image/*': { schema: Image } } } },
      },
      handler: serve(size),
    });
  route('/photos/:photoId', 'Foto de um produto ou de uma pessoa', 'photo');
  route('/photos/thumbnails/:photoId', 'Miniatura de uma foto', 'thumbnail');
}
