ALTER TABLE "document" ADD COLUMN "upload_kind" text;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "uploaded_by" text;