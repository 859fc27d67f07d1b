/** Sample files in base64 that replace generated content: images of 16 by 16 pixels in one color, and a millisecond of silence. */
export const sampleImages = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQBAMAAADt3eJSAAAAA1BMVEUlHbnULd7lAAAADElEQVR4nGNgGFwAAACQAAEce216AAAAAElFTkSuQmCC',
  webp: 'UklGRhoAAABXRUJQVlA4TA0AAAAvD8ADAGhHS5rb/wIAAA==',
  jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAj/wAALCAAQABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AJKA/9k=',
} as const

export const sampleWav = 'UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA=='

export const imageFormats = ['png', 'webp', 'jpeg'] as const
export type ImageFormat = (typeof imageFormats)[number]
