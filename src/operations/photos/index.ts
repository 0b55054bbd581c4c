export { photoFilesIn } from './files.ts';
export {
  BODY_WITH_PAGES_BYTES,
  BODY_WITH_PHOTO_BYTES,
  MAX_PHOTO_CHARACTERS,
  type PreparedPhoto,
} from './photo.ts';
export { createPhotos, type Photos } from './photos.ts';
export { registerPhotoRoutes } from './routes.ts';
export { photoMigrations } from './tables.ts';
