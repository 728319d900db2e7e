ALTER TABLE "doctosync" ADD COLUMN "number_most" integer;--> statement-breakpoint
ALTER TABLE "doctosync" ADD COLUMN "comment_most" integer;