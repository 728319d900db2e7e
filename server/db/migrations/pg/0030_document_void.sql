ALTER TABLE "document" ADD COLUMN "voided_at" bigint;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "voided_by" text;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "voided_by_name" text;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "void_note" text;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "moved_to" text;