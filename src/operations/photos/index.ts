export { MAX_PHOTO_CHARACTERS } from './photo.ts';
export { createPhotos, type Photos } from './photos.ts';
export { registerPhotoRoutes } from './routes.ts';
export { photoMigrations } from './tables.ts';
